import type { JsonObject } from '../../scripted/wire.ts'
import type { Update } from './heavyChoices.ts'
// Entries that are expensive to draw.
import { writeFileSync } from 'node:fs'
import { joined, long, many, mixed } from './lengths.ts'

let calls = 0
function call(rest: JsonObject): Update {
  return { sessionUpdate: 'tool_call', toolCallId: `call-${++calls}`, title: 'Call', status: 'completed', ...rest }
}
const parts = (count: number, content: JsonObject): JsonObject[] => many(count, () => ({ type: 'content', content }))
const text = (words: string): JsonObject => ({ type: 'text', text: words })
const words = mixed(10_000)
const links = { type: 'resource_link', name: mixed(900), title: words, uri: `https://a/${long(2_000)}`, description: mixed(8_000) }
const image = { type: 'image', mimeType: words, uri: long(50_000), data: 'QUJD' }
function rewrite(path: string): JsonObject {
  return { type: 'diff', path, oldText: `a${path}\n`.repeat(900), newText: `b${path}\n`.repeat(900) }
}
const say = (content: JsonObject): Update => ({ sessionUpdate: 'agent_message_chunk', content })
const think = (words: string): Update => ({ sessionUpdate: 'agent_thought_chunk', content: text(words) })
function diff(oldText: string, newText: string): Update {
  return call({ kind: 'edit', content: [{ type: 'diff', path: '/w/a.ts', oldText, newText }] })
}

/** A file in the agent's folder, so that its path is a link. */
function found(): string {
  writeFileSync('found.ts', '')
  return 'found.ts:1'
}

/** Created on demand, because together they take a gigabyte. */
export const heavyEntries: Record<string, () => readonly Update[]> = {
  texts: () => [call({ content: parts(500, text(mixed(10_000))), kind: 'other', status: 'failed' })],
  prose: () => [say(text('> '.repeat(200) + '[a](b '.repeat(100_000)))],
  quotes: () => [say(text('>'.repeat(400_000)))],
  stars: () => [say(text('*a **b _c '.repeat(40_000)))],
  table: () => [say(text(`|a|b|\n|-|-|\n${'|a|b|\n'.repeat(50_000)}`))],
  cells: () => [say(text(`${'|a'.repeat(5_000)}|\n${'|-'.repeat(5_000)}|\n${'|'.repeat(5_000)}\n`))],
  nested: () => [say(text(many(2_000, depth => `${'  '.repeat(depth)}- a`).join('\n')))],
  code: () => [say(text(`\`\`\`ts\n${'const a = `${b}` // c\n'.repeat(20_000)}\`\`\``))],
  bidi: () => [say(text(mixed(1_000_000)))],
  joined: () => [say(text(joined(1_000_000)))],
  unbroken: () => [say(text('x'.repeat(1_000_000)))],
  formulas: () => [say(text('$\\frac{a}{b}$ $$\\sqrt{x}$$\n'.repeat(5_000)))],
  deepFormula: () => [say(text(`$$${'\\frac{1}{'.repeat(300)}1${'}'.repeat(300)}$$`))],
  diagram: () => [say(text(`\`\`\`mermaid\nflowchart TD\n${many(5_000, index => `a${index} --> b${index % 911}`).join('\n')}\n\`\`\``))],
  footnotes: () => [say(text(many(5_000, index => `a[^${index}]\n\n[^${index}]: b\n`).join('\n')))],
  paths: () => [say(text(`${found()} `.repeat(30_000)))],
  pathsApart: () => [say(text(`${found()}\n\n`.repeat(30_000)))],
  otherPaths: () => [say(text(many(30_000, index => `a/${index}x`).join(' ')))],
  pathsInOutput: () => [call({ kind: 'execute', status: 'failed', content: parts(20, text(`${found()}\n`.repeat(2_000))) })],
  headings: () => [say(text('# a\n\n- b\n\n> c\n\n'.repeat(5_000)))],
  thought: () => [think(mixed(1_000_000))],
  turnsOfMind: () => many(3_000, index => index % 2 === 0 ? think(`a ${index}`) : say(text(`b ${index}`))),
  ownWords: () => [{ sessionUpdate: 'user_message_chunk', content: text(mixed(1_000_000)) }],
  manyCalls: () => many(2_000, index => call({ title: `${index} ${mixed(1_000)}` })),
  callTitle: () => [call({ title: mixed(400_000) }), call({ title: 'x'.repeat(400_000) })],
  failedCalls: () => many(500, () => call({ status: 'failed', content: parts(1, text(mixed(4_000))) })),
  mixedChange: () => [diff(`${mixed(200)}\n`.repeat(2_000), `${mixed(210)}\n`.repeat(2_000))],
  longLine: () => [diff('a '.repeat(100_000), 'b '.repeat(100_000))],
  otherWords: () => [diff(many(300, i => `${i} ${long(100)}`).join('\n'), many(300, i => `${i} ${mixed(110)}`).join('\n'))],
  combining: () => [say(text(`a${'\u0301'.repeat(1_000_000)}`))],
  plainOutput: () => [call({ kind: 'execute', status: 'failed', content: parts(500, text(`${mixed(5_000)}\nb\n`)) })],
  links: () => [call({
    status: 'failed',
    content: parts(500, links),
  })],
  resources: () => [call({
    status: 'failed',
    content: parts(200, { type: 'resource', resource: { uri: `file:///${'a/'.repeat(20_000)}`, text: 'a' } }),
  })],
  oddTypes: () => [call({ status: 'failed', content: parts(500, { type: mixed(20_000) }) })],
  images: () => [call({ status: 'failed', content: parts(100, image) })],
  changes: () => [call({
    kind: 'edit',
    content: many(500, index => rewrite(`/w/${index}`)),
  })],
  edits: () => many(40, () => diff('.,'.repeat(249).concat('\n').repeat(16), ';:'.repeat(249).concat('\n').repeat(16))),
  places: () => [call({ kind: mixed(100_000), locations: many(500, () => ({ path: `/w/${mixed(20_000)}`, line: 7 })) })],
  terminals: () => [call({ content: many(200, index => ({ type: 'terminal', terminalId: `${index}${mixed(20_000)}` })) })],
  raw: () => [call({ kind: 'execute', status: 'failed', rawOutput: { stdout: mixed(1_000_000) } })],
  compaction: () => [{
    sessionUpdate: 'compaction_update',
    compactionId: 'c',
    status: mixed(100_000),
    error: mixed(400_000),
    summary: many(500, () => text(mixed(10_000))),
  }],
  unknown: () => [{ sessionUpdate: mixed(400_000), a: 1 }],
  notices: () => many(20, () => ({ sessionUpdate: 'notice', severity: 'error', title: mixed(16_000), description: mixed(8_000) })),
}
