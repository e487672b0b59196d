import { methods, type PermissionOption, RequestError, type RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { type ToolCallInTurn, type Turn, TurnCancelled } from './turn'

/** Whether an action is allowed: by the mode, by a remembered answer, or by asking the person. */
export async function isAllowed(
  turn: Turn,
  tool: ToolCallInTurn,
  about: { key: string, words: string },
): Promise<boolean> {
  if (turn.session.settings.mode === 'act')
    return true
  const remembered = turn.session.remembered.get(about.key)
  if (remembered !== undefined)
    return remembered === 'allow'
  const option = await askPermission(turn, tool, [
    { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
    { optionId: 'allow-always', name: `Always allow ${about.words}`, kind: 'allow_always' },
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
    { optionId: 'reject-always', name: `Never allow ${about.words}`, kind: 'reject_always' },
  ])
  const answer = option.kind.startsWith('allow') ? 'allow' : 'reject'
  if (option.kind.endsWith('always'))
    turn.session.remembered.set(about.key, answer)
  return answer === 'allow'
}

/** Asks the person and returns the chosen option. A cancelled request ends the turn. */
export async function askPermission(
  turn: Turn,
  tool: ToolCallInTurn,
  options: PermissionOption[],
): Promise<PermissionOption> {
  const { outcome }: RequestPermissionResponse = await turn.client.request(
    methods.client.session.requestPermission,
    { sessionId: turn.session.sessionId, toolCall: tool.call, options },
    { cancellationSignal: turn.signal, stopWaitingOnCancel: true },
  )
  // This response may arrive before `session/cancel`, so it also ends the turn.
  if (outcome.outcome === 'cancelled')
    throw new TurnCancelled()
  const chosen = options.find(option => option.optionId === outcome.optionId)
  if (chosen === undefined)
    throw new Error(`the client chose "${outcome.optionId}", which was not offered`)
  return chosen
}

/**
 * Returns the error if the client rejected the request. Rethrows any other error, and throws if the turn is cancelled.
 */
export function toRejection(error: unknown, turn: Turn): RequestError {
  turn.signal.throwIfAborted()
  if (!(error instanceof RequestError))
    throw error
  return error
}
