import type { ClientContext } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import { toHostError } from './agentErrors'

/**
 * Calls an agent, with a deadline where there is one. An answer that comes after it is dropped. Errors come back as `HostError`.
 */
export async function callAgent({ agent, method, params, clean, deadlineMs, signal }: {
  agent: ClientContext
  method: string
  params: unknown
  /** Takes out of the agent's words about an error what must not be kept. */
  clean?: (text: string) => string
  deadlineMs?: number
  signal?: AbortSignal
}): Promise<unknown> {
  const controller = new AbortController()
  const abort = (): void => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  let isLate = false
  const timer = deadlineMs === undefined
    ? undefined
    : setTimeout(() => {
        isLate = true
        controller.abort()
      }, deadlineMs)
  try {
    signal?.throwIfAborted()
    return await agent.request(method, params, { cancellationSignal: controller.signal, stopWaitingOnCancel: true })
  }
  catch (error) {
    if (isLate) {
      throw new HostError(
        'timeout',
        `The agent did not answer ${method} within ${Math.round(deadlineMs! / 1000)} s. Restart it, or look at its log.`,
        { cause: error },
      )
    }
    if (signal?.aborted)
      throw new HostError('closed', 'It was stopped before the agent had answered.', { cause: error })
    throw toHostError(error, clean)
  }
  finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
