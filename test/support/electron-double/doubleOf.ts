import { EventEmitter } from 'node:events'

/** Names that the language, Node's inspector and test runners look for on any object. */
const neutralNames: readonly string[] = ['then', 'toJSON', 'constructor', 'inspect', 'nodeType', 'asymmetricMatch']

/**
 * A double of Electron's `T`: it has only names of `T`, with their types, and throws if any other is read, so that
 * missing parts are noticed. Its methods are native ones: they throw if called without their object.
 */
export function doubleOf<T extends object>(name: string, parts: Partial<T>): T {
  const target = new EventEmitter()
  target.setMaxListeners(0)
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(parts))
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(parts))) {
    if (typeof value === 'function') {
      Reflect.set(target, key, function (this: unknown, ...parameters: unknown[]): unknown {
        if (this !== double && this !== target)
          throw new TypeError('Illegal invocation')
        return Reflect.apply(value, this, parameters)
      })
    }
  }
  const double: unknown = new Proxy(target, {
    get: (of, key, receiver) => {
      if (key in of || typeof key === 'symbol' || neutralNames.includes(key))
        return Reflect.get(of, key, receiver)
      throw new Error(`electron-double: ${name}.${key} is not done by the double`)
    },
  })
  return double as T // the only cast: missing names throw above
}

/** Electron's event object, with fields besides `preventDefault`. */
export function eventOf<P extends object>(parts: P): P & { readonly defaultPrevented: boolean, preventDefault: () => void } {
  let defaultPrevented = false
  return {
    ...parts,
    get defaultPrevented() {
      return defaultPrevented
    },
    preventDefault: () => {
      defaultPrevented = true
    },
  }
}

/** Emits like native code: an exception in a listener is an uncaught exception, and everything continues. */
export function emitOn(double: object, event: string, ...parameters: unknown[]): boolean {
  try {
    return (double as EventEmitter).emit(event, ...parameters) // every double is an emitter, see `doubleOf`
  }
  catch (error) {
    setImmediate(() => {
      throw error
    })
    return true
  }
}
