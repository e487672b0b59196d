import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import type { Draft } from '../../composables/useDrafts'
import { computed, shallowRef } from 'vue'
import { HostError } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { useProblems } from '../../composables/useProblems'
import { composerWords as words } from './words'

/** Sends a thread's draft, when it can be sent. */
export function useSending({ threadId, draft, activity, isTurnOpen }: {
  threadId: string
  draft: Draft
  activity: () => ThreadActivity
  isTurnOpen: () => boolean
}) {
  const { host } = useHost()
  const problems = useProblems()
  const { text, attachments } = draft
  const isSending = shallowRef(false)
  const isRunning = computed(() => isTurnRunning(activity(), isTurnOpen()))
  /** The message waits for the agent's start. */
  const isWaiting = computed(() => isSending.value && activity().state === 'starting')
  const canSend = computed(() =>
    !isRunning.value && !isSending.value && (text.value.trim() !== '' || attachments.value.length > 0),
  )

  /** The draft stays, unchangeable, until the host has stored it: starting an agent may take a while, and nothing typed is ever lost. */
  async function send(): Promise<void> {
    if (!canSend.value)
      return
    isSending.value = true
    let wasTakenBack = false
    const wasSent = await problems.run(words.sendFailed, async () => {
      try {
        await host.sendPrompt({ threadId, content: contentOf(draft) })
      }
      catch (error) {
        wasTakenBack = error instanceof HostError && error.code === 'taken_back'
        if (!wasTakenBack)
          throw error
      }
    }, { canRetry: false })
    isSending.value = false
    if (!wasSent || wasTakenBack)
      return
    text.value = ''
    attachments.value = []
  }

  return { isSending, isRunning, isWaiting, canSend, send }
}

/** Whether the next message has to wait: the agent works, or starts in order to work. */
export function isTurnRunning(activity: ThreadActivity, isTurnOpen: boolean): boolean {
  return activity.state === 'working' || activity.state === 'cancelling' || (activity.state === 'starting' && isTurnOpen)
}

/** A message as the agent gets it: the text first, then the attachments. */
function contentOf({ text, attachments }: Draft): ContentBlock[] {
  const message: ContentBlock[] = text.value.trim() === '' ? [] : [{ type: 'text', text: text.value }]
  return [...message, ...attachments.value.map(({ content }) => content)]
}
