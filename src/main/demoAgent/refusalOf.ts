import type { Turn } from './turn'
import { RequestError } from '@agentclientprotocol/sdk'

/** The client's refusal of a request. What is none, and whatever comes of a cancelled turn, is thrown on. */
export function refusalOf(error: unknown, turn: Turn): RequestError {
  turn.signal.throwIfAborted()
  if (!(error instanceof RequestError))
    throw error
  return error
}
