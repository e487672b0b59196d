import type { AuthMethod } from '@agentclientprotocol/sdk'
import type { ActivityEvent } from '../activity'
import { HostError, messageOf } from '../../../shared/errors'
import { detailsOf } from '../../agents/agentErrors'

/** Whether the agent wants a sign-in: then it stays, and the session is opened after that. */
export function wantsSignIn(error: unknown): error is HostError {
  return error instanceof HostError && error.code === 'sign_in_needed'
}

/** What a failed start means for the thread. `wasReady` says that the agent ran, and only its session could not be opened. */
export function agentStartFailure(
  error: unknown,
  { wasReady, authMethods }: { wasReady: boolean, authMethods: readonly AuthMethod[] },
): ActivityEvent {
  if (wantsSignIn(error))
    return { type: 'signInNeeded', message: error.message, methods: authMethods }
  if (error instanceof HostError && error.code === 'taken_back')
    return { type: 'slept' }
  const canRetry = wasReady && error instanceof HostError && (error.code === 'agent_failed' || error.code === 'unsupported')
  return { type: 'stopped', message: messageOf(error), details: detailsOf(error), ...(canRetry && { canRetry }) }
}
