import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import type { Draft } from '../../composables/useDrafts'
import type { Mentions } from './mentions/useMentions'
import { computed, shallowRef } from 'vue'
import { HostError } from '../../../shared/errors'
import { promptOf } from '../../../shared/thread/text/promptText'
import { useHost } from '../../composables/host/useHost'
import { useProblems } from '../../composables/useProblems'
import { composerWords as words } from './words'

/** Sends a thread's draft; while a turn runs, it is queued. */
export function useSending({ threadId, draft, mentions: { hasContents, contents }, activity, isTurnOpen }: {
  threadId: string
  draft: Draft
  mentions: Pick<Mentions, 'hasContents' | 'contents'>
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
  const canSend = computed(() => !isSending.value && (text.value.trim() !== '' || hasContents()))

  /** The draft stays, unchangeable, until the host has stored it: starting an agent may take a while, and nothing typed is ever lost. */
  async function send(): Promise<void> {
    if (!canSend.value)
      return
    isSending.value = true
    let wasTakenBack = false
    const wasSent = await problems.run(isRunning.value ? words.queueFailed : words.sendFailed, async () => {
      try {
        await sendOrQueue()
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

  async function sendOrQueue(): Promise<void> {
    const message = { threadId, content: promptOf(text.value, await contents()) }
    if (isRunning.value)
      return host.queuePrompt(message)
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

  return { isSending, isRunning, isWaiting, canSend, send }
}

/** Whether the next message has to wait: the agent works, or starts in order to work. */
export function isTurnRunning(activity: ThreadActivity, isTurnOpen: boolean): boolean {
  return activity.state === 'working' || activity.state === 'cancelling' || (activity.state === 'starting' && isTurnOpen)
}
