import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { temporaryFolder } from '../../support/temporaryFolder'

const root = join(import.meta.dirname, '../../..')

/** No acknowledged event is lost and no gap left when the writer is killed. */
export async function keepsAcknowledged({ kills }: { kills: number }): Promise<void> {
  const file = join(temporaryFolder(), 'parley.db')
  let acknowledged = 0
  for (let round = 0; round < kills; round++) {
    acknowledged = await writeUntilKilled(file, round * 70 / kills)

    const database = openDatabase(file)
    const seqs = new ThreadStore(database).readEvents('t', { afterSeq: 0 }).map(event => event.seq)
    expect(database.problem).toBeUndefined()
    expect(database.sql.pragma('quick_check', { simple: true })).toBe('ok')
    expect(seqs.length).toBeGreaterThanOrEqual(acknowledged)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    expect(new ThreadStore(database).readThread('t')?.lastSeq).toBe(seqs.length)
    database.close()
  }
  expect(acknowledged).toBeGreaterThan(2 * kills)
}

/** Lets the writer run for `runMs` after its first answer, kills it and returns the last number it said. */
async function writeUntilKilled(file: string, runMs: number): Promise<number> {
  const writer = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'test/unit/store/crashWriter.ts', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  writer.stdout.on('data', (data: Buffer) => said += data.toString())
  const closed = new Promise(resolve => writer.once('close', resolve))
  await Promise.race([new Promise(resolve => writer.stdout.once('data', resolve)), closed])
  await pause(runMs)
  writer.kill('SIGKILL')
  await closed
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1))
}
