/** One end of a bridge between the page's world and the preload's. */
export interface WorldBridge {
  /** Functions become callable from the other world, promises are followed, all else is cloned. */
  readonly pack: (value: unknown) => unknown
  readonly tell: (detail: BridgeMessage) => void
  listen: (listener: (message: BridgeMessage, unpack: (value: unknown) => unknown) => void) => void
}

export type BridgeMessage
  = | { kind: 'call', functionId: number, callId: number, parameters: unknown }
    | { kind: 'answer', callId: number, failed: boolean, value: unknown }
    | { kind: 'settle', promiseId: number, failed: boolean, value: unknown }
    | { kind: 'expose', key: string, value: unknown }
    | { kind: 'hello' }
    | { kind: 'open', url: string }

/**
 * Implements `contextBridge`: custom events cross worlds synchronously, with their detail cloned by Chromium. One
 * function without outer names, because its source runs in the page, once in each world.
 */
export function worldBridge(tag: string, side: 'page' | 'preload'): WorldBridge {
  const functions = new Map<number, (...parameters: unknown[]) => unknown>()
  const promises = new Map<number, { resolve: (value: unknown) => void, reject: (error: unknown) => void }>()
  const answers = new Map<number, { failed: boolean, value: unknown }>()
  let nextId = 1
  let listener: (message: BridgeMessage, unpack: (value: unknown) => unknown) => void = () => undefined

  const tell = (detail: BridgeMessage): void => {
    window.dispatchEvent(new CustomEvent(`${tag}:${side === 'page' ? 'preload' : 'page'}`, { detail }))
  }
  const packError = (error: unknown): unknown => ({ $: 'error', message: error instanceof Error ? error.message : String(error) })
  const isPlain = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value))

  const pack = (value: unknown): unknown => {
    if (typeof value === 'function') {
      functions.set(nextId, value as (...parameters: unknown[]) => unknown)
      return { $: 'function', id: nextId++ }
    }
    if (value instanceof Promise) {
      const promiseId = nextId++
      value.then(
        result => tell({ kind: 'settle', promiseId, failed: false, value: pack(result) }),
        error => tell({ kind: 'settle', promiseId, failed: true, value: packError(error) }),
      )
      return { $: 'promise', id: promiseId }
    }
    if (Array.isArray(value))
      return value.map(pack)
    if (typeof value !== 'object' || value === null)
      return value
    // Electron cannot clone a Proxy; Parley's pages create only Vue's.
    if ('__v_raw' in value)
      throw new Error('An object could not be cloned.')
    return isPlain(value) ? { $: 'object', entries: Object.entries(value).map(([key, part]) => [key, pack(part)]) } : structuredClone(value)
  }

  const unpack = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map(unpack)
    if (typeof value !== 'object' || value === null || !('$' in value))
      return value
    // made by `pack` in the other world
    const packed = value as unknown as { $: string, id: number, message: string, entries: [string, unknown][] }
    switch (packed.$) {
      case 'function':
        return (...parameters: unknown[]) => call(packed.id, parameters)
      case 'promise':
        return new Promise((resolve, reject) => promises.set(packed.id, { resolve, reject }))
      case 'error':
        return new Error(packed.message)
      default:
        return Object.fromEntries(packed.entries.map(([key, part]) => [key, unpack(part)]))
    }
  }

  const call = (functionId: number, parameters: unknown[]): unknown => {
    const callId = nextId++
    tell({ kind: 'call', functionId, callId, parameters: pack(parameters) })
    const answer = answers.get(callId)
    answers.delete(callId)
    if (answer === undefined)
      throw new Error('electron-double: the other world did not answer')
    if (answer.failed)
      throw unpack(answer.value)
    return unpack(answer.value)
  }

  const answerCall = ({ functionId, callId, parameters }: Extract<BridgeMessage, { kind: 'call' }>): void => {
    try {
      const result = functions.get(functionId)?.(...unpack(parameters) as unknown[])
      tell({ kind: 'answer', callId, failed: false, value: pack(result) })
    }
    catch (error) {
      tell({ kind: 'answer', callId, failed: true, value: packError(error) })
    }
  }

  window.addEventListener(`${tag}:${side}`, (event) => {
    const message = (event as CustomEvent<BridgeMessage>).detail // only `tell` makes events of this name
    if (message.kind === 'call')
      return answerCall(message)
    if (message.kind === 'answer')
      return void answers.set(message.callId, message)
    if (message.kind !== 'settle')
      return listener(message, unpack)
    const promise = promises.get(message.promiseId)
    promises.delete(message.promiseId)
    promise?.[message.failed ? 'reject' : 'resolve'](unpack(message.value))
  })
  return { pack, tell, listen: newListener => void (listener = newListener) }
}
