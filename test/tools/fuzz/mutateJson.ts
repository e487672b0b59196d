import type { Random } from './random'
import { isJsonObject } from '../../../src/shared/text/jsonObject'
import { depths, numbers, texts } from './interesting'

type Container = Record<string, unknown> | unknown[]
interface Place { readonly holder: Container, readonly key: string | number }

/**
 * Changes a value in JSON, its type, its key or its position. Returns `undefined` if that is impossible.
 */
export function mutateJson(text: string, random: Random): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const places: Place[] = []
    collect(value, places, 0)
    if (places.length === 0)
      return undefined
    for (let changes = 1 + random.below(3); changes > 0; changes--)
      change(random.one(places), places, random)
    return written(value)
  }
  catch {
    return undefined // no JSON, or too deep after an earlier change: changed as bytes
  }
}

function collect(value: unknown, places: Place[], depth: number): void {
  if (depth > 100 || places.length > 5000)
    return
  const keys = Array.isArray(value) ? value.map((_, index) => index) : isJsonObject(value) ? Object.keys(value) : []
  for (const key of keys) {
    const holder = value as Container
    places.push({ holder, key })
    collect(valueAt({ holder, key }), places, depth + 1)
  }
}

function change(place: Place, places: readonly Place[], random: Random): void {
  const { holder, key } = place
  switch (random.below(8)) {
    case 0: case 1:
      return put(holder, key, anything(random))
    case 2:
      return remove(place)
    case 3: { // another key, perhaps one of elsewhere
      if (Array.isArray(holder))
        return void holder.splice(Number(key), 0, ...holder.slice(random.below(holder.length)))
      const name = random.chance(0.5) ? random.one(texts) : String(random.one(places).key)
      put(holder, name, valueAt(place))
      return random.chance(0.5) ? remove(place) : undefined
    }
    case 4: // the value of another place
      return put(holder, key, copy(valueAt(random.one(places))))
    case 5:
      return put(holder, key, random.chance(0.5) ? [valueAt(place)] : { [random.one(texts)]: valueAt(place) })
    case 6:
      return put(holder, key, raw('deep', `${random.one(depths)}${random.one(['[', '{'])}`))
    default: {
      const value = valueAt(place)
      if (typeof value !== 'string')
        return put(holder, key, typeof value === 'number' ? raw('number', random.one(numbers)) : String(value))
      const at = random.below(value.length + 1)
      return put(holder, key, value.slice(0, at) + random.one(texts) + value.slice(random.chance(0.5) ? at : at + random.below(20)))
    }
  }
}

function anything(random: Random): unknown {
  return random.one<() => unknown>([
    () => null,
    () => true,
    () => false,
    () => [],
    () => ({}),
    () => [null],
    () => raw('number', random.one(numbers)),
    () => random.one(texts),
    () => ({ [random.one(texts)]: random.one(texts) }),
  ])()
}

function valueAt({ holder, key }: Place): unknown {
  return Object.hasOwn(holder, key) ? (holder as Record<string | number, unknown>)[key] : undefined
}

/** Also under `__proto__`, which is an ordinary name in JSON. */
function put(holder: Container, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder))
    holder.splice(Number(key), 1)
  else
    delete holder[key]
}

function copy(value: unknown): unknown {
  return value === undefined ? null : structuredClone(value)
}

/** Values that `JSON.stringify` cannot write are inserted afterwards. */
function raw(kind: 'number' | 'deep', what: string): string {
  return `@@${kind} ${what}@@`
}

function written(value: unknown): string {
  return JSON.stringify(value)
    .replace(/"@@number ([^@]*)@@"/g, '$1')
    .replace(/"@@deep (\d+)([[{])@@"/g, (_, depth: string, open: string) =>
      open === '['
        ? `${'['.repeat(Number(depth))}1${']'.repeat(Number(depth))}`
        : `${'{"a":'.repeat(Number(depth))}1${'}'.repeat(Number(depth))}`)
}
