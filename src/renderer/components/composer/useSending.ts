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

/** Delivers messages to a thread's agent, or queues them while a turn runs. */
export function useDelivery({ threadId, activity, isTurnOpen }: {
  threadId: string
  activity: () => ThreadActivity
  isTurnOpen: () => boolean
}) {
  const { host } = useHost()
  const problems = useProblems()
  const isRunning = computed(() => isTurnRunning(activity(), isTurnOpen()))

  /**
   * Returns whether the host has stored the message; `undefined` if the connection was lost before that is known. Shows
   * a failure, unless the person withdrew the message. `isBehind` queues it behind a message that is being sent.
   */
  async function deliver(
    content: () => Promise<ContentBlock[]>,
    { messageId, isBehind = false }: { messageId?: string, isBehind?: boolean } = {},
  ): Promise<boolean | undefined> {
    const isQueued = isBehind || isRunning.value
    let wasStored: boolean | undefined = true
    const isDelivered = await problems.run(isQueued ? words.queueFailed : words.sendFailed, async () => {
      try {
        const message = { threadId, content: await content(), ...messageId !== undefined && { messageId } }
        if (isQueued)
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
    return isDelivered && wasStored
  }

  async function sendOrQueue(message: Parameters<typeof host.queuePrompt>[0]): Promise<void> {
    try {
      await host.sendPrompt(message)
    }
    catch (error) {
      // A turn has started meanwhile, by a queued message or another window.
      if (!(error instanceof HostError && error.code === 'busy'))
        throw error
      await host.queuePrompt(message)
    }
  }

  return { isRunning, deliver }
}

/** Sends a thread's draft. The message box is cleared at once, and refilled if sending fails. */
export function useSending({ threadId, draft, mentions: { hasContents, buildContents }, activity, isTurnOpen }: {
  threadId: string
  draft: ThreadDraft
  mentions: Pick<Mentions, 'hasContents' | 'buildContents'>
  activity: () => ThreadActivity
  isTurnOpen: () => boolean
}) {
  const { text, sending } = draft
  const { isRunning, deliver } = useDelivery({ threadId, activity, isTurnOpen })
  const isSending = computed(() => sending.value.length > 0)
  const canSend = computed(() => text.value.trim() !== '' || hasContents())
  /** Resolves when earlier messages are prepared, to keep messages in order however long their mentions take. */
  let prepared: Promise<unknown> = Promise.resolve()

  async function send(): Promise<void> {
    if (!canSend.value)
      return
    const isBehind = isSending.value
    const message = draft.take()
    const { messageId } = message
    const content = prepared.then(() => buildContents(message)).then(blocks => buildPrompt(message.text, blocks))
    prepared = content.catch(() => undefined) // `deliver` reports it
    const wasStored = await deliver(() => content, { messageId, isBehind })
    // After a lost connection, the host reports whether it has the message once reconnected.
    if (wasStored !== undefined)
      draft.settle(messageId, wasStored)
  }

  return { isSending, isRunning, canSend, send }
}

/** Whether the next message must be queued: a turn is running, or the agent is starting for one. */
export function isTurnRunning(activity: ThreadActivity, isTurnOpen: boolean): boolean {
  return activity.state === 'working' || activity.state === 'cancelling' || (activity.state === 'starting' && isTurnOpen)
}
