import type { BufferAuthor } from '../../src/shared/contract/methods/bufferMethods'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, inject, it, onTestFinished } from 'vitest'
import { Merger, type MergerOptions } from '../../src/main/buffers/merging/merger'
import { toEditorText } from '../../src/main/buffers/text/editorText'
import { type DiskText, TextBuffer } from '../../src/main/buffers/textBuffer'

const agent: BufferAuthor = { kind: 'agent', threadId: 't', agentName: 'Agent' }

function merger(options: Partial<MergerOptions> = {}): Merger {
  const made = new Merger({
    workerPath: join(inject('builtHost'), 'main/merge.js'),
    report: error => expect.fail(String(error)),
    budgetMs: 20_000,
    ...options,
  })
  onTestFinished(() => made.dispose())
  return made
}

function opened(text: string): TextBuffer {
  return new TextBuffer({ path: '/file', disk: diskText(text), onUpdates: () => undefined, onChange: () => undefined })
}

function diskText(text: string): DiskText {
  return {
    text: toEditorText(text),
    hash: text.slice(0, 100) + text.length,
    format: { encoding: 'utf-8', lineEnding: 'lf' },
  }
}

/** Types at the start of a line, counted from 1. */
function type(buffer: TextBuffer, line: number, words: string): void {
  const { text, known: { version } } = buffer
  const { from } = text.line(line)
  const kept = (length: number): number[] => length > 0 ? [length] : []
  expect(buffer.update(version, [{ clientId: 'w', changes: [...kept(from), [0, words], ...kept(text.length - from)] }])).toBe(true)
}

function lines(count: number, word: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${word(index)}\n`).join('')
}

it('merges long texts in a worker thread and keeps text typed meanwhile', async () => {
  const buffer = opened(lines(5_000, String))
  type(buffer, 10, 'mine ')
  type(buffer, 4_000, 'mine ')
  const theirs = lines(5_000, index => index % 100 === 50 ? `theirs ${index}` : String(index))
  const merging = merger().run(buffer.takingDisk(diskText(theirs), agent))
  type(buffer, 2_000, 'meanwhile ')
  await merging
  expect(buffer.text.toString())
    .toBe(theirs.replace('\n9\n', '\nmine 9\n').replace('\n3999\n', '\nmine 3999\n').replace('\n1999\n', '\nmeanwhile 1999\n'))
  expect(buffer.unsavedChanges.apply(buffer.disk.text).eq(buffer.text)).toBe(true)
  expect(buffer.conflict).toBeUndefined()
})

function everySecond(word: string): string {
  return lines(60_000, index => index % 2 === 0 ? `${word} ${index % 7}` : 'same')
}

it.each([
  ['time', { budgetMs: 200 }],
  ['memory', { budgetMegabytes: 8 }],
])('reports a conflict if a merge exceeds its budget of %s', async (_, budget) => {
  const buffer = opened(everySecond('base'))
  const ours = everySecond('ours')
  buffer.update(buffer.known.version, [{ clientId: 'w', changes: [[buffer.text.length, ...ours.split('\n')]] }])
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const one = merger(budget)
  const theirs = everySecond('theirs')
  await one.run(buffer.takingDisk(diskText(theirs), agent))
  loop.disable()
  expect(buffer.text.toString()).toBe(ours)
  expect(buffer.state.conflict).toMatchObject({ by: agent, count: 1, isTooDifferent: true })
  expect(buffer.unsavedChanges.apply(buffer.disk.text).eq(buffer.text)).toBe(true)
  expect(loop.max / 1e6).toBeLessThan(1_000)

  // Either text stays complete, or both; the next merge has a worker again.
  const both = `<<<<<<< You\n${ours}=======\n${theirs}>>>>>>> Agent\n`
  await one.run(buffer.settling('merge', buffer.conflict!.key))
  expect([buffer.text.toString() === both, buffer.conflict]).toEqual([true, undefined])
  await one.run(buffer.takingDisk(diskText('other\n'), agent))
  await one.run(buffer.settling('theirs', buffer.conflict!.key))
  expect(buffer.text.toString()).toBe('other\n')
})
