import type { Channel } from './channel'
import type { HostClient, HostHandlers, MethodName } from './contract/contract'
import type { HostEvents } from './contract/hostEvents'
import { errorMessage, HostError, type HostErrorCode } from './errors'
import { Listeners } from './listeners'

/** How calls, answers and events look on a `Channel`. */
type Packet
  = | { call: number, method: string, params: unknown }
    | { answer: number, result?: unknown }
    | { answer: number, error: { code: HostErrorCode, message: string } }
    | { event: keyof HostEvents, payload: unknown }

/** The checks of `hostMethods`, passed in so that the renderer does not have to carry the schemas. */
type MethodSchemas = {
  readonly [M in MethodName]: {
    readonly params: { safeParse(value: unknown): { success: true, data: unknown } | { success: false, error: { message: string } } }
  }
}

/** The renderer's side of a channel. */
export interface HostConnection {
  readonly host: HostClient
  /** Calls `listener` for each event of that name; returns a function that unsubscribes. */
  on<E extends keyof HostEvents>(event: E, listener: (payload: HostEvents[E]) => void): () => void
}

/**
 * Calls the host over `channel`. Calls still open when the channel closes are rejected with `closed`. `toShow` makes
 * what errors say fit for people: it may be an agent's words.
 */
export function connectHost(channel: Channel, toShow = (message: string): string => message): HostConnection {
  const open = new Map<number, { resolve: (result: unknown) => void, reject: (error: HostError) => void }>()
  const listeners = new Map<string, Listeners<never>>()
  let nextCall = 1
  let isClosed = false

  channel.onMessage((message) => {
    const packet = message as Packet // the host is trusted; it is the other half of this file
    if ('event' in packet) {
      listeners.get(packet.event)?.emit(packet.payload as never)
    }
    else if ('answer' in packet) {
      const call = open.get(packet.answer)
      open.delete(packet.answer)
      if ('error' in packet)
        call?.reject(new HostError(packet.error.code, toShow(packet.error.message)))
      else
        call?.resolve(packet.result)
    }
  })
  channel.onClose(() => {
    isClosed = true
    for (const call of open.values())
      call.reject(new HostError('closed', 'Can’t reach Parley any more.'))
    open.clear()
  })

  const send = (method: string, params: unknown): Promise<unknown> => new Promise((resolve, reject) => {
    if (isClosed)
      return reject(new HostError('closed', 'Can’t reach Parley any more.'))
    const call = nextCall++
    open.set(call, { resolve, reject })
    channel.send({ call, method, params } satisfies Packet)
  })
  return {
    // One proxy instead of a list of names: the renderer then needs the contract's types only. `then` must stay absent,
    // or awaiting the host would call it.
    host: new Proxy({}, { get: (_, name) => name === 'then' ? undefined : (params: unknown) => send(String(name), params) }) as HostClient,
    on: (event, listener) => {
      const ofEvent = listeners.get(event) ?? new Listeners()
      listeners.set(event, ofEvent)
      return ofEvent.add(listener)
    },
  }
}

/** Sends an event to the one renderer at the other end of a channel. */
export type Tell = <E extends keyof HostEvents>(event: E, payload: HostEvents[E]) => void

/**
 * Serves a channel: checks every call's parameters, then passes them to `handlers`. `report` gets the errors that are
 * bugs.
 */
export function serveHost({ channel, schemas, handlers, report }: {
  channel: Channel
  schemas: MethodSchemas
  handlers: HostHandlers
  report: (error: unknown) => void
}): { tell: Tell } {
  channel.onMessage((message) => {
    const { call, method, params } = (message ?? {}) as Record<string, unknown>
    if (typeof call !== 'number' || typeof method !== 'string')
      return
    answer(method, params).then(
      result => channel.send({ answer: call, result } satisfies Packet),
      (error: unknown) => {
        if (!(error instanceof HostError))
          report(error)
        const code = error instanceof HostError ? error.code : 'internal'
        channel.send({ answer: call, error: { code, message: errorMessage(error) } } satisfies Packet)
      },
    )
  })
  return { tell: (event, payload) => channel.send({ event, payload } satisfies Packet) }

  async function answer(method: string, params: unknown): Promise<unknown> {
    if (!Object.hasOwn(schemas, method))
      throw new HostError('invalid_params', `There is no method "${method}".`)
    const checked = schemas[method as MethodName].params.safeParse(params)
    if (!checked.success)
      throw new HostError('invalid_params', `${method}: ${checked.error.message}`)
    // The schema of this very method has just accepted the parameters.
    return (handlers[method as MethodName] as (params: unknown) => unknown)(checked.data)
  }
}
