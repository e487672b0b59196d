import type { Turn } from './turn'
import { RequestError } from '@agentclientprotocol/sdk'

/** The error with which the client refused a request. Throws again for any other error and once the turn is cancelled. */
export function refusalOf(error: unknown, turn: Turn): RequestError {
  turn.signal.throwIfAborted()
  if (!(error instanceof RequestError))
    throw error
  return error
}
