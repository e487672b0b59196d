import type { Report } from '../system/report'
import type { StartOptions } from './commandLine'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, link, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { getSystemCode, HostError } from '../../shared/errors'
import { listenPrivately } from '../system/privateAddress'
import { readProcessStartTime } from '../system/process/processStat'
import { readLines } from '../system/readLines'
import { readPlainFile } from '../system/readPlainFile'
import { replaceFileText } from '../system/replaceFileText'
import { makeDataFolder } from './dataFolder'
import { isSameProcess } from './processStart'

/** A healthy host responds well within this time. */
const responseTimeoutMs = 2_000
const maxLine = 256 * 1024
const secondStartSchema = z.object({ workspace: z.string().optional(), agent: z.string().optional() })
const lockPattern = /^instance\.(\d+)\.lock$/
const pollMs = 100
const claimTimeoutMs = 15_000

/** The instance that owns a data folder: this process, or a running one that has printed `line` and responded. */
export type Claim
  = | { readonly kind: 'ours', readonly instance: Instance }
    | { readonly kind: 'running', readonly line: string }

/** This process's ownership of a data folder, until the process exits. Later starts detect a crash. */
export interface Instance {
  /** Starts responding to second starts, which print `line`. */
  publish(options: { line: string, onSecondStart: (start: SecondStart) => void, report: Report }): void
  /** Call it first when closing, so that later starts wait for this process to exit. */
  unpublish(): void
}

interface Owner {
  readonly pid: number
  readonly start: string
}

interface Published extends Owner {
  readonly line: string
  /** Absent for an older Parley, which does not answer second starts. */
  readonly address?: string
}

/**
 * Claims the data folder, or passes `wanted` to the running instance that owns it. Waits for an instance that is
 * starting or exiting. Lock files have increasing numbers, so that of two starts that find the same dead owner only one
 * can win.
 */
export async function claimInstance(
  dataFolder: string,
  { wanted = {}, timeoutMs = claimTimeoutMs }: { wanted?: SecondStart, timeoutMs?: number } = {},
): Promise<Claim> {
  makeDataFolder(dataFolder)
  await chmod(dataFolder, 0o700)
  const self: Owner = { pid: process.pid, start: await readProcessStartTime(process.pid) ?? '' }
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const numbers = await listLockNumbers(dataFolder)
    const newest = numbers.at(-1)
    const owner = newest === undefined ? undefined : readJson<Owner>(getLockPath(dataFolder, newest))
    if (owner === undefined || !await isSameProcess(owner)) {
      const number = (newest ?? 0) + 1
      if (await claim(dataFolder, { number, self }))
        return { kind: 'ours', instance: await createInstance(dataFolder, self, number) }
    }
    else {
      const { pid, start, line, address } = readJson<Published>(getPublishedPath(dataFolder)) ?? {}
      if (pid === owner.pid
        && start === owner.start
        && line !== undefined
        && address !== undefined
        && await notifyRunning(address, wanted)) {
        return { kind: 'running', line }
      }
      if (Date.now() > deadline) {
        throw new HostError(
          'busy',
          `Another Parley (process ${owner.pid}) uses ${dataFolder} and does not answer. End it, or choose another folder with --data-dir.`,
        )
      }
    }
    await sleep(pollMs)
  }
}

/** Whether this process got the lock with that number and it is still the newest. */
async function claim(dataFolder: string, { number, self }: { number: number, self: Owner }): Promise<boolean> {
  const path = getLockPath(dataFolder, number)
  const draft = join(dataFolder, `instance.${randomUUID()}.draft`)
  await writeFile(draft, JSON.stringify(self), { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path) // atomic: other processes never read a partly written lock
  }
  catch (error) {
    if (getSystemCode(error) === 'EEXIST')
      return false
    throw error
  }
  finally {
    await rm(draft)
  }
  // A slow start may claim a number that others have already passed.
  if ((await listLockNumbers(dataFolder)).at(-1) === number)
    return true
  await rm(path, { force: true })
  return false
}

async function createInstance(dataFolder: string, self: Owner, number: number): Promise<Instance> {
  const path = getPublishedPath(dataFolder)
  let answering: ReturnType<typeof answerSecondStarts> | undefined
  await rm(path, { force: true })
  for (const older of await listLockNumbers(dataFolder)) {
    if (older < number)
      await rm(getLockPath(dataFolder, older), { force: true })
  }
  return {
    publish: ({ line, ...options }) => {
      answering = answerSecondStarts(options)
      replaceFileText(
        path,
        `${JSON.stringify({ ...self, line, address: answering.address } satisfies Published, undefined, 2)}\n`,
      )
    },
    // Keeps the lock: its owner is about to exit, and its number must not be reused.
    unpublish: () => {
      rmSync(path, { force: true })
      answering?.stop()
    },
  }
}

function getPublishedPath(dataFolder: string): string {
  return join(dataFolder, 'instance.json')
}

async function listLockNumbers(dataFolder: string): Promise<number[]> {
  const numbers = (await readdir(dataFolder)).flatMap(name => lockPattern.exec(name)?.[1] ?? []).map(Number)
  return numbers.sort((left, right) => left - right)
}

function getLockPath(dataFolder: string, number: number): string {
  return join(dataFolder, `instance.${number}.lock`)
}

/** `undefined` if the file is missing or invalid. */
function readJson<T extends Owner>(path: string): T | undefined {
  try {
    const value = JSON.parse(readPlainFile(path)) as T // written by this file; callers compare the relevant fields
    return typeof value === 'object' && value !== null && typeof value.pid === 'number' ? value : undefined
  }
  catch {
    // Removed meanwhile, or edited by hand: treat it as missing.
    return undefined
  }
}

/** The options of a second start that the running instance applies. */
type SecondStart = Pick<StartOptions, 'workspace' | 'agent'>

/** Answers second starts on a private address. */
function answerSecondStarts({ onSecondStart, report }: {
  onSecondStart: (start: SecondStart) => void
  report: Report
}): { readonly address: string, readonly stop: () => void } {
  const context = 'answering a second start' // on failure, the second start times out
  const server = createServer(socket => serve(socket, onSecondStart).catch(error => report(error, context)))
  server.on('error', error => report(error, context))
  const { address, close } = listenPrivately(server, 'start', report)
  return { address, stop: () => void close() }
}

async function serve(socket: Socket, onSecondStart: (start: SecondStart) => void): Promise<void> {
  socket.unref()
  socket.setTimeout(responseTimeoutMs, () => socket.destroy())
  socket.on('error', () => undefined) // the other process may disconnect at any time
  const { value: line } = await readLines(socket, maxLine).next()
  if (typeof line !== 'string')
    return void socket.destroy() // a probe for a running instance
  onSecondStart(secondStartSchema.parse(JSON.parse(line)))
  socket.end('shown\n')
}

/** Sends the options to the running instance. Resolves to whether it responded. */
function notifyRunning(address: string, { workspace, agent }: SecondStart): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(`${JSON.stringify({ workspace, agent })}\n`))
    const settle = (isAnswered: boolean): void => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.setTimeout(responseTimeoutMs, () => settle(false))
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
}
