import { EventEmitter } from 'node:events'

/** Names that the language, Node's inspector and test runners look for on any object. */
const neutralNames: readonly string[] = ['then', 'toJSON', 'constructor', 'inspect', 'nodeType', 'asymmetricMatch']

/**
 * Creates a double of Electron's `T` from some of its parts. It throws if another name is read, so that missing parts
 * are noticed, and, like native code, if a method is called without its object.
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

/** Creates an Electron event with these fields besides `preventDefault`. */
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

/** Emits like native code: an exception in a listener becomes an uncaught exception, and the emitter continues. */
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
