import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import type { ThreadDraft } from '../../composables/useDrafts'
import type { Mentions } from './mentions/useMentions'
import { computed } from 'vue'
import { HostError } from '../../../shared/errors'
import { buildPrompt } from '../../../shared/thread/text/promptText'
import { useHost } from '../../composables/host/useHost'
import { useProblems } from '../../composables/useProblems'
import { composerWords as words } from './words'

/** Gives a thread's agent a message; while a turn runs, it is queued. */
export function useDelivery({ threadId, activity, isTurnOpen }: {
  threadId: string
  activity: () => ThreadActivity
  isTurnOpen: () => boolean
}) {
  const { host } = useHost()
  const problems = useProblems()
  const isRunning = computed(() => isTurnRunning(activity(), isTurnOpen()))

  /**
   * Whether the host has stored it; `undefined` where the connection was lost before that is known. What fails is
   * shown, unless the person took the message back. `isBehind`: another one is on its way, and goes first.
   */
  async function deliver(
    content: () => Promise<ContentBlock[]>,
    { messageId, isBehind = false }: { messageId?: string, isBehind?: boolean } = {},
  ): Promise<boolean | undefined> {
    const queues = isBehind || isRunning.value
    let wasStored: boolean | undefined = true
    const wasDone = await problems.run(queues ? words.queueFailed : words.sendFailed, async () => {
      try {
        const message = { threadId, content: await content(), ...messageId !== undefined && { messageId } }
        if (queues)
          await host.queuePrompt(message)
        else
          await sendOrQueue(message)
      }
      catch (error) {
        const code = error instanceof HostError ? error.code : undefined
        if (code !== 'taken_back' && code !== 'closed')
          throw error
        wasStored = code === 'closed' ? undefined : false
      }
    }, { canRetry: false })
    return wasDone && wasStored
  }

  async function sendOrQueue(message: Parameters<typeof host.queuePrompt>[0]): Promise<void> {
    try {
      await host.sendPrompt(message)
    }
    catch (error) {
      // A turn has begun meanwhile: a queued message was faster, or another window.
      if (!(error instanceof HostError && error.code === 'busy'))
        throw error
      await host.queuePrompt(message)
    }
  }

  return { isRunning, deliver }
}

/** Sends a thread's draft, which leaves its box at once and comes back if it could not be sent. */
export function useSending({ threadId, draft, mentions: { hasContents, contents }, activity, isTurnOpen }: {
  threadId: string
  draft: ThreadDraft
  mentions: Pick<Mentions, 'hasContents' | 'contents'>
  activity: () => ThreadActivity
  isTurnOpen: () => boolean
}) {
  const { text, sending } = draft
  const { isRunning, deliver } = useDelivery({ threadId, activity, isTurnOpen })
  const isSending = computed(() => sending.value.length > 0)
  const canSend = computed(() => text.value.trim() !== '' || hasContents())
  /** Messages are sent in their order, however long what they mention takes. */
  let prepared: Promise<unknown> = Promise.resolve()

  async function send(): Promise<void> {
    if (!canSend.value)
      return
    const isBehind = isSending.value
    const message = draft.take()
    const { messageId } = message
    const content = prepared.then(() => contents(message)).then(blocks => buildPrompt(message.text, blocks))
    prepared = content.catch(() => undefined) // told where it is delivered
    const wasStored = await deliver(() => content, { messageId, isBehind })
    // Once the connection is back, the host says what became of it.
    if (wasStored !== undefined)
      draft.settle(messageId, wasStored)
  }

  return { isSending, isRunning, canSend, send }
}

/** Whether the next message has to wait: the agent works, or starts in order to work. */
export function isTurnRunning(activity: ThreadActivity, isTurnOpen: boolean): boolean {
  return activity.state === 'working' || activity.state === 'cancelling' || (activity.state === 'starting' && isTurnOpen)
}
