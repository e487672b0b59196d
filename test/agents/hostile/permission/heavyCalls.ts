// Tool calls whose questions are expensive to draw.
import type { JsonObject } from '../../scripted/wire.ts'

const words = (length: number): string => 'word '.repeat(length / 5)
const lines = (count: number, text: string): string => Array.from({ length: count }, (_, index) => `${text} ${index}`).join('\n')
const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index))
const keys = (count: number, value: string): JsonObject => Object.fromEntries(many(count, index => [`key${index}`, value]))

/** By the prompts that request them. */
export const heavyCalls: Record<string, JsonObject> = {
  plain: { title: 'Plain', rawInput: { command: 'ls' } },
  title: { title: words(1024 * 1024), rawInput: { command: 'ls' } },
  unbroken: { title: 'x'.repeat(200_000), rawInput: { command: 'y'.repeat(200_000), other: 'z'.repeat(200_000) } },
  diff: { kind: 'edit', content: [{ type: 'diff', path: '/w/a.ts', oldText: lines(20_000, 'old'), newText: lines(20_000, 'new') }] },
  fatKeys: { rawInput: keys(200, words(10_000)) },
  knownCall: { rawInput: keys(150, words(100_000)) },
  hugeKeys: { rawInput: keys(200, words(100_000)) },
  manyKeys: { rawInput: keys(4_000, 'v') },
  mixed: { rawInput: { command: 'pаypal Ωmega '.repeat(200_000 / 13) } },
  bidi: { rawInput: { command: '\u202E\u2066a\u2069'.repeat(25_000) } },
  command: { kind: 'execute', rawInput: { command: words(256 * 1024) } },
  paths: { kind: 'edit', locations: many(1_000, index => ({ path: `/w/${'d/'.repeat(500)}${index}` })) },
  words: { content: many(50, () => ({ type: 'content', content: { type: 'text', text: lines(3_000, 'a') } })) },
  env: { rawInput: { command: 'ls', env: keys(2_000, words(1_000)) } },
  changed: { kind: 'edit', content: [{ type: 'diff', path: '/w/b.ts', oldText: lines(4_000, 'a'), newText: lines(4_000, 'b') }] },
}
