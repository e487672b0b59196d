import { HostError } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { useDrafts } from '../../../composables/useDrafts'
import { useProblems } from '../../../composables/useProblems'
import { toPathToken } from './mentionTokens'
import { mentionWords as words } from './words'

/** Returns a function that adds a mention of a file or folder to a thread's draft, and reports whether it succeeded. */
export function useAddToMessage(): (threadId: string, path: string) => Promise<boolean> {
  const { host } = useHost()
  const problems = useProblems()
  const drafts = useDrafts()
  return (threadId, path) => problems.run(words.failed(path), async () => {
    const found = await host.mentionPath({ threadId, path })
    if (!found)
      throw new HostError('not_found', words.gone)
    const { text, attachments } = drafts(threadId)
    const mention = toPathToken(found.path)
    if (!attachments.value.some(attachment => attachment.mention === mention)) {
      const { path: name, link } = found
      const content = { type: 'resource_link' as const, ...link }
      attachments.value = [...attachments.value, { id: crypto.randomUUID(), name, size: link.size ?? 0, content, mention }]
    }
    text.value += `${/\S$/.test(text.value) ? ' ' : ''}${mention} `
  }, { canRetry: false })
}
