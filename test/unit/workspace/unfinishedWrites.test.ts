import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UnfinishedWrites } from '../../../src/main/workspace/files/unfinishedWrites'
import { spinUntil } from '../../support/spinUntil'
import { folders } from './folders'

const project = join(import.meta.dirname, '../../..')

it('leaves the old or the new file when the writer is killed, and nothing else after the next start', async () => {
  const { top, root } = await folders()
  const notes = join(top, 'notes')
  let leftovers = 0
  const isTemporary = (name: string): boolean => name.endsWith('.parley')
  for (let round = 0; round < 3; round++) {
    const writer = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'test/unit/workspace/crashWriter.ts', root, notes], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(writer, 'close')
    await once(writer.stdout, 'data')
    spinUntil(() => readdirSync(root, { recursive: true, encoding: 'utf8' }).some(isTemporary), { limitMs: 10_000 })
    writer.kill('SIGKILL')
    await closed

    const left = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    leftovers += left.filter(({ name }) => name !== 'file').length
    for (const { parentPath, name } of left.filter(({ name }) => name === 'file')) {
      const text = readFileSync(join(parentPath, name), 'utf8')
      expect([text.length, new Set(text).size]).toEqual([3_000_000, 1])
    }
    await new UnfinishedWrites(notes).sweep()
    expect(
      readdirSync(root, { recursive: true })
        .map(String)
        .filter(name => !['file', 'folder', join('folder', 'file')].includes(name)),
    ).toEqual([])
    expect(readdirSync(notes)).toEqual([])
  }
  expect(leftovers).toBeGreaterThan(0)
}, 60_000)

it('removes only regular files whose name matches their record', async () => {
  const { top, outside } = await folders()
  const notes = join(top, 'notes')
  mkdirSync(notes)
  const name = '.0123456789abcdef.parley'
  const victim = join(outside, 'victim')
  writeFileSync(victim, 'untouched')
  symlinkSync(victim, join(outside, name))
  writeFileSync(join(notes, name), join(outside, name))
  writeFileSync(join(notes, '.fedcba9876543210.parley'), victim)
  writeFileSync(join(notes, '.1111111111111111.parley'), join(top, 'no/such/.1111111111111111.parley'))
  writeFileSync(join(notes, 'other'), victim)

  await new UnfinishedWrites(notes).sweep()

  expect(readdirSync(outside)).toEqual([name, 'victim'])
  expect(readdirSync(notes)).toEqual(['other'])
})
