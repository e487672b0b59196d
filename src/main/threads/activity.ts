import type { AuthMethod } from '@agentclientprotocol/sdk'
import type { TurnEndEvent } from '../../shared/thread/events'
import type { LostChoice, UnaskedStart } from '../../shared/thread/heldPrompt'
import type { SignInAttempt, StartStep, ThreadActivity } from '../../shared/thread/threadActivity'
import type { TrustedCommand } from '../../shared/thread/trustedCommand'

/** Events that change the activity of a thread's agent. */
export type ActivityEvent
  = | { readonly type: 'starting', readonly step: StartStep }
    | { readonly type: 'commandChanged', readonly command: TrustedCommand, readonly trusted?: TrustedCommand }
    | { readonly type: 'opened' }
    /** The first prompt waits for the person's decision. */
    | { readonly type: 'choicesLost', readonly lost: readonly LostChoice[], readonly unasked: readonly UnaskedStart[] }
    /** The session has the person's choices, or the person accepted the current ones. */
    | { readonly type: 'settled' }
    | { readonly type: 'prompted' }
    | { readonly type: 'updated' }
    | { readonly type: 'cancelled' }
    /** `isFaulty`: the turn ended without an answer or with a model error. */
    | { readonly type: 'turnEnded', readonly reason: TurnEndEvent['reason'], readonly isFaulty?: boolean }
    | { readonly type: 'stopped' } & Omit<Extract<ThreadActivity, { state: 'stopped' }>, 'state'>
    | {
      readonly type: 'signInNeeded'
      readonly message: string
      readonly methods: readonly AuthMethod[]
      readonly refusedPromptId?: string
    }
    /** A sign-in is running or has failed; `undefined` if it was cancelled. */
    | { readonly type: 'signIn', readonly attempt: SignInAttempt | undefined }
    | { readonly type: 'slept' }
    /** The machine slept for `byMs`. */
    | { readonly type: 'clockJumped', readonly byMs: number }

/** Reduces an event to the next state of a thread's agent. Ignores events that don't fit the state. */
export function reduceActivity(activity: ThreadActivity, event: ActivityEvent, now: number): ThreadActivity {
  switch (event.type) {
    case 'starting':
      return { state: 'starting', since: activity.state === 'starting' ? activity.since : now, step: event.step }
    case 'commandChanged':
      return { state: 'command-changed', command: event.command, trusted: event.trusted }
    case 'opened':
      return (activity.state === 'starting' && activity.step !== 'options') || activity.state === 'sign-in'
        ? { state: 'ready' }
        : activity
    case 'choicesLost':
      return { state: 'choices-lost', lost: event.lost, unasked: event.unasked }
    case 'settled':
      return (activity.state === 'starting' && activity.step === 'options') || activity.state === 'choices-lost'
        ? { state: 'ready' }
        : activity
    case 'prompted':
      // Valid from any state: a prompt is only sent to a session that accepts it.
      return { state: 'working', since: now, lastUpdateAt: now }
    case 'updated':
      return activity.state === 'working' ? { ...activity, lastUpdateAt: now } : activity
    case 'cancelled':
      return activity.state === 'working' ? { state: 'cancelling', since: now } : activity
    case 'turnEnded':
      return activity.state === 'working' || activity.state === 'cancelling' ? { state: 'ready' } : activity
    case 'stopped':
      return {
        state: 'stopped',
        message: event.message,
        details: event.details,
        canRetry: event.canRetry,
        isBrokenOff: event.isBrokenOff,
      }
    case 'signInNeeded':
      return {
        state: 'sign-in',
        message: event.message,
        methods: event.methods,
        refusedPromptId: event.refusedPromptId,
      }
    case 'signIn':
      return activity.state === 'sign-in' ? { ...activity, attempt: event.attempt } : activity
    case 'slept':
      return { state: 'asleep' }
    case 'clockJumped':
      return addSleepTime(activity, event.byMs)
  }
}

function addSleepTime(activity: ThreadActivity, byMs: number): ThreadActivity {
  switch (activity.state) {
    case 'starting':
    case 'cancelling':
      return { ...activity, since: activity.since + byMs }
    case 'working':
      return { ...activity, since: activity.since + byMs, lastUpdateAt: activity.lastUpdateAt + byMs }
    case 'asleep':
    case 'ready':
    case 'stopped':
    case 'sign-in':
    case 'command-changed':
    case 'choices-lost':
      return activity
  }
}
