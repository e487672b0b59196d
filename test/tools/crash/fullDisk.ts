import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { hostile } from '../../support/scriptedAgent'
import { TestThread } from '../../support/testThread'
import { HostProcess } from './hostProcess'

/** A disk that can be filled and freed, and the host on it. */
interface Disk {
  readonly host: HostProcess
  fill(): void
  free(): void
  /** The data folder as seen by this process. */
  readonly folder: string
}

const pieces = 150
const piece = (number: number): string => `‹${number}›${'x'.repeat(2000)}`
export const canMount = process.platform === 'linux' && spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0
export const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

/**
 * Expects that the host continues in memory on a full disk, rejects and reports what it cannot store, and stores the
 * rest once there is space.
 */
export async function survives({ host, fill, free, folder }: Disk): Promise<void> {
  const connection = await host.connected
  const troubles: (string | undefined)[] = []
  connection.on('storageTrouble', ({ words }) => troubles.push(words))
  const [talking, other] = [await startThread(connection), await startThread(connection)]
  await talking.send(JSON.stringify(Array.from({ length: pieces }, (_, number) => [
    { update: { sessionUpdate: 'agent_message_chunk', messageId: String(number), content: { type: 'text', text: piece(number) } } },
    { pauseMs: 30 },
  ]).flat()))
  await talking.until(() => talking.of('agent').length > 0)

  fill()
  await talking.until(() => troubles.length > 0)
  const whenFull = talking.of('agent').length
  expect(troubles[0]).toMatch(/disk/)
  expect((await connection.host.hello({})).storageTrouble).toBe(troubles[0])
  await expect(other.send('not to be lost')).rejects.toMatchObject({ code: 'storage', message: expect.stringMatching(/disk/) as string })
  expect(other.of('user')).toEqual([])
  await talking.until(() => talking.of('agent').length > whenFull + 10)

  free()
  await talking.until(() => troubles.at(-1) === undefined)
  await other.send('[]')
  await Promise.all([talking.turnEnd(), other.turnEnd()])
  expect((await connection.host.hello({})).storageTrouble).toBeUndefined()

  process.kill(host.pid, 'SIGSTOP') // so that nothing changes while it is copied
  const copy = temporaryFolder()
  for (const name of ['parley.db', 'parley.db-wal'])
    cpSync(join(folder, name), join(copy, name))
  await host.kill()
  expect(readWords(copy, talking.threadId)).toEqual(Array.from({ length: pieces }, (_, number) => piece(number)))
}

/** Expects that the host stops reading from agents when too much output waits to be stored, and reads it later. */
export async function pausesAgents({ host, fill, free, folder }: Disk): Promise<void> {
  const connection = await host.connected
  const troubles: (string | undefined)[] = []
  connection.on('storageTrouble', ({ words }) => troubles.push(words))
  const [flooding, other] = [await startThread(connection), await startThread(connection)]
  const said = (): number =>
    flooding.transcript.entries
      .flatMap(entry => (entry.kind === 'agent' ? entry.content : []))
      .reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
  const flood = { chunk: 64_000, times: 1_500 }

  await flooding.send(
    JSON.stringify([
      { pauseMs: 500 },
      { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x'.repeat(flood.chunk) } }, times: flood.times },
    ]),
  )
  fill()
  await flooding.until(() => troubles.at(-1)?.includes('Agents are paused') === true)
  for (const words of ['not to be lost', 'nor this']) // its refusal comes after all that was on its way
    await expect(other.send(words)).rejects.toMatchObject({ code: 'storage' })
  expect(said()).toBeGreaterThan(30_000_000)
  expect(said()).toBeLessThan(64_000_000) // the 32 MiB that may wait, earlier data, and data in transit
  expect(flooding.turnEnds).toEqual([])

  free()
  await flooding.turnEnd()
  await flooding.until(() => troubles.at(-1) === undefined)
  expect(said()).toBe(flood.chunk * flood.times)
  await host.kill()
  expect(readWords(folder, flooding.threadId).join('')).toHaveLength(flood.chunk * flood.times)
}

async function startThread(connection: Awaited<HostProcess['connected']>): Promise<TestThread> {
  const folder = temporaryFolder()
  const { agentId, command } = (await connection.host.listAgents({})).find(({ name }) => name === 'Puppet')!
  const { threadId } = await connection.host.startThread({ agentId, folder, command })
  const thread = await TestThread.open(connection, threadId)
  await thread.until(() => thread.summary.activity.state === 'ready')
  return thread
}

/** Reads the agent's text from the stored log, which must be complete. */
function readWords(folder: string, threadId: string): string[] {
  const database = openDatabase(join(folder, 'parley.db'))
  onTestFinished(() => database.close())
  expect(database.problem).toBeUndefined()
  expect(database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
  const events = new ThreadStore(database).readEvents(threadId, { afterSeq: 0 })
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  return events.flatMap(event =>
    event.type === 'update' && event.update.sessionUpdate === 'agent_message_chunk' && event.update.content.type === 'text'
      ? [event.update.content.text]
      : [],
  )
}

/** Mounts a disk of four megabytes, which only the host sees, as the data folder. */
export function mountSmallDisk(): Disk {
  const { dataFolder, settings } = folders()
  const within = [
    'unshare',
    '-rm',
    'sh',
    '-c',
    'mount -t tmpfs -o size=4m tmpfs "$0" && cp "$1" "$0" && shift && exec "$@"',
    dataFolder,
    settings,
  ]
  const host = startHost({ dataFolder, within })
  const disk = `/proc/${host.pid}/root${dataFolder}`
  return {
    host,
    fill: () => {
      for (let size = 1024 * 1024; size >= 1024; size /= 2)
        fillBy(join(disk, 'filler'), size)
    },
    free: () => rmSync(join(disk, 'filler')),
    folder: disk,
  }
}

/** Limits all files of the host to the database's current size. */
export function limitFiles(): Disk {
  const { dataFolder, settings } = folders()
  cpSync(settings, join(dataFolder, 'settings.json'))
  const host = startHost({ dataFolder, within: [] })
  const limit = (size: string): void => void execFileSync('prlimit', ['--pid', String(host.pid), `--fsize=${size}:`])
  return {
    host,
    fill: () => limit('60000'),
    free: () => limit('unlimited'),
    folder: dataFolder,
  }
}

function startHost({ dataFolder, within }: { dataFolder: string, within: readonly string[] }): HostProcess {
  const host = new HostProcess({ program: inject('builtHost'), dataFolder, within })
  onTestFinished(async () => {
    await host.kill()
  })
  return host
}

function folders(): { dataFolder: string, settings: string } {
  const top = temporaryFolder()
  const dataFolder = join(top, 'data')
  mkdirSync(dataFolder, { mode: 0o700 })
  const settings = join(top, 'settings.json')
  writeFileSync(settings, JSON.stringify({ agent_servers: { Puppet: hostile('puppet') } }))
  return { dataFolder, settings }
}

function fillBy(file: string, size: number): void {
  const bytes = Buffer.alloc(size)
  try {
    for (;;)
      appendFileSync(file, bytes)
  }
  catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
