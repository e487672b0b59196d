import type { Channel } from './channel'
import type { HostClient, HostHandlers, MethodName } from './contract/contract'
import type { HostEvents } from './contract/hostEvents'
import { errorMessage, HostError, type HostErrorCode } from './errors'
import { Listeners } from './listeners'

/** The packets on a `Channel`: calls, responses and events. */
type Packet
  = | { call: number, method: string, params: unknown }
    | { answer: number, result?: unknown }
    | { answer: number, error: { code: HostErrorCode, message: string } }
    | { event: keyof HostEvents, payload: unknown }

/** The parameter schemas of `hostMethods`, injected so that the renderer's bundle does not contain them. */
type MethodSchemas = {
  readonly [M in MethodName]: {
    readonly params: {
      safeParse(value: unknown): { success: true, data: unknown } | { success: false, error: { message: string } }
    }
  }
}

/** The renderer's end of a channel. */
export interface HostConnection {
  readonly host: HostClient
  /** Calls `listener` for each event of that name; returns a function that unsubscribes. */
  on<E extends keyof HostEvents>(event: E, listener: (payload: HostEvents[E]) => void): () => void
}

/**
 * Connects to the host over `channel`. Pending calls are rejected with `closed` when the channel closes. `toShow`
 * sanitizes error messages for display, because they may contain an agent's words.
 */
export function connectHost(channel: Channel, toShow = (message: string): string => message): HostConnection {
  const open = new Map<number, { resolve: (result: unknown) => void, reject: (error: HostError) => void }>()
  const listeners = new Map<string, Listeners<never>>()
  let nextCall = 1
  let isClosed = false

  channel.onMessage((message) => {
    const packet = message as Packet // the host is trusted; see `serveHost` below
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
    // A proxy and not a list of names, so that the renderer imports only the contract's types. `then` must stay absent,
    // or awaiting the host would call it.
    host: new Proxy({}, {
      get: (_, name) => name === 'then' ? undefined : (params: unknown) => send(String(name), params),
    }) as HostClient,
    on: (event, listener) => {
      const eventListeners = listeners.get(event) ?? new Listeners()
      listeners.set(event, eventListeners)
      return eventListeners.add(listener)
    },
  }
}

/** Sends an event to the renderer at the other end of a channel. */
export type Emit = <E extends keyof HostEvents>(event: E, payload: HostEvents[E]) => void

/**
 * Serves a channel: validates the parameters of each call and passes them to `handlers`. `report` receives unexpected
 * errors.
 */
export function serveHost({ channel, schemas, handlers, report }: {
  channel: Channel
  schemas: MethodSchemas
  handlers: HostHandlers
  report: (error: unknown) => void
}): { emit: Emit } {
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
  return { emit: (event, payload) => channel.send({ event, payload } satisfies Packet) }

  async function answer(method: string, params: unknown): Promise<unknown> {
    if (!Object.hasOwn(schemas, method))
      throw new HostError('invalid_params', `There is no method "${method}".`)
    const checked = schemas[method as MethodName].params.safeParse(params)
    if (!checked.success)
      throw new HostError('invalid_params', `${method}: ${checked.error.message}`)
    // This method's schema has just validated the parameters.
    return (handlers[method as MethodName] as (params: unknown) => unknown)(checked.data)
  }
}
