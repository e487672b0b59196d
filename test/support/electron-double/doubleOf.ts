import { EventEmitter } from 'node:events'

/** Names that the language, Node's inspector and test runners look for on any object. */
const neutralNames: readonly string[] = ['then', 'toJSON', 'constructor', 'inspect', 'nodeType', 'asymmetricMatch']

/**
 * An object that stands for Electron's `T`: it has only names that `T` has, with their types, and throws when any other
 * is read. What the double lacks must be noticed, never pass in silence. Its methods are native ones: taken off their
 * object they throw.
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
  return double as T // the one cast: what is missing throws above
}

/** Electron's event object, with what comes beside `preventDefault`. */
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

/** Emits as native code does: what a listener throws is an uncaught exception, and all goes on. */
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
