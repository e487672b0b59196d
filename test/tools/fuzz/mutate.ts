import type { Random } from './random'
import type { FuzzTarget } from './target'
import { numbers, pieces, texts } from './interesting'
import { mutateJson } from './mutateJson'

const maxBytes = 512 * 1024

/** Derives an input from the corpus by some changes. */
export function mutate(corpus: readonly Buffer[], shape: FuzzTarget['shape'], random: Random): Buffer {
  let input = random.one(corpus)
  for (let changes = 1 + random.below(random.chance(0.2) ? 12 : 4); changes > 0; changes--)
    input = changed(input, { corpus, shape, random }).subarray(0, maxBytes)
  return input
}

function changed(
  input: Buffer,
  { corpus, shape, random }: { corpus: readonly Buffer[], shape: FuzzTarget['shape'], random: Random },
): Buffer {
  if (shape === 'bytes' || random.chance(0.25))
    return changedBytes(input, random.one(corpus), random)
  if (shape === 'json')
    return orBytes(mutateJson(input.toString(), random), input, random)
  const lines = input.toString().split('\n')
  const at = random.below(lines.length)
  const others = random.one(corpus).toString().split('\n')
  switch (random.below(6)) {
    case 0:
      return Buffer.from(lines.toSpliced(at, 1 + random.below(3)).join('\n'))
    case 1:
      return Buffer.from(lines.toSpliced(at, 0, random.one(others)).join('\n'))
    case 2:
      return Buffer.from(lines.toSpliced(at, 0, ...lines.slice(random.below(lines.length)).slice(0, 1 + random.below(5))).join('\n'))
    default: {
      const line = lines[at]!
      const other
        = (shape === 'json lines' ? mutateJson(line, random) : undefined)
          ?? changedBytes(Buffer.from(line), Buffer.from(random.one(others)), random).toString('utf8')
      return Buffer.from(lines.with(at, other).join('\n'))
    }
  }
}

function orBytes(text: string | undefined, input: Buffer, random: Random): Buffer {
  return text === undefined ? changedBytes(input, input, random) : Buffer.from(text)
}

function changedBytes(input: Buffer, other: Buffer, random: Random): Buffer {
  const at = random.below(input.length + 1)
  const length = random.below(random.chance(0.7) ? 16 : input.length + 1)
  switch (random.below(8)) {
    case 0: { // a bit
      const copy = Buffer.from(input)
      if (at < copy.length)
        copy[at]! ^= 1 << random.below(8)
      return copy
    }
    case 1: // cut out
      return Buffer.concat([input.subarray(0, at), input.subarray(at + length)])
    case 2: // the end cut off
      return input.subarray(0, at)
    case 3: // a part twice, or very often
      return Buffer.concat([
        input.subarray(0, at + length),
        ...Array.from({ length: random.chance(0.05) ? 2000 : 1 + random.below(4) }, () => input.subarray(at, at + Math.min(length, 200))),
        input.subarray(at + length),
      ])
    case 4: { // the rest of another
      const from = random.below(other.length + 1)
      return Buffer.concat([input.subarray(0, at), other.subarray(from)])
    }
    case 5:
      return Buffer.concat([input.subarray(0, at), Buffer.from(random.one(texts)), input.subarray(at)])
    case 6: { // another number
      const found = [...input.toString('latin1').matchAll(/\d+/g)]
      const number = found.length > 0 ? random.one(found) : undefined
      return number === undefined
        ? input
        : Buffer.concat([
            input.subarray(0, number.index),
            Buffer.from(random.one(numbers)),
            input.subarray(number.index + number[0].length),
          ])
    }
    default:
      return Buffer.concat([input.subarray(0, at), random.one(pieces), input.subarray(random.chance(0.5) ? at : at + length)])
  }
}
