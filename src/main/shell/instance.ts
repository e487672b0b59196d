import type { Report } from '../system/report'
import type { StartOptions } from './commandLine'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, link, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { HostError, systemCode } from '../../shared/errors'
import { listenPrivately } from '../system/privateAddress'
import { processStartedAt } from '../system/process/processStat'
import { readLines } from '../system/readLines'
import { readPlainFile } from '../system/readPlainFile'
import { replaceFileText } from '../system/replaceFileText'
import { makeDataFolder } from './dataFolder'
import { isSameProcess } from './processStart'

/** A host that works is busy for a moment at most. */
const answerMs = 2_000
const maxLine = 256 * 1024
const secondStartSchema = z.object({ workspace: z.string().optional(), agent: z.string().optional() })
const lockPattern = /^instance\.(\d+)\.lock$/
const pollMs = 100
const patienceMs = 15_000

/** The one Parley of a data folder: this process, or one that runs already, printed `line`, and has just answered. */
export type Claim
  = | { readonly kind: 'ours', readonly instance: Instance }
    | { readonly kind: 'running', readonly line: string }

/** This process's hold on a data folder. It ends with the process; a crash is noticed. */
export interface Instance {
  /** Answers later starts from here on, which print this line. */
  publish(options: { line: string, onSecondStart: (start: SecondStart) => void, report: Report }): void
  /** To be called before anything else ends: later starts wait for this process's end from here on. */
  unpublish(): void
}

interface Owner {
  readonly pid: number
  readonly start: string
}

interface Published extends Owner {
  readonly line: string
  /** Absent in that of an older Parley, which answers nothing. */
  readonly address?: string
}

/**
 * Claims the data folder for this process, or hands what is `wanted` to the one that has it and answers. Waits for one
 * that is about to begin or to end. Lock files are numbered and their numbers only grow: that way two starts that find
 * the same dead owner cannot both win.
 */
export async function claimInstance(
  dataFolder: string,
  { wanted = {}, timeoutMs = patienceMs }: { wanted?: SecondStart, timeoutMs?: number } = {},
): Promise<Claim> {
  makeDataFolder(dataFolder)
  await chmod(dataFolder, 0o700)
  const own: Owner = { pid: process.pid, start: await processStartedAt(process.pid) ?? '' }
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const numbers = await lockNumbers(dataFolder)
    const newest = numbers.at(-1)
    const owner = newest === undefined ? undefined : readJson<Owner>(lockPath(dataFolder, newest))
    if (owner === undefined || !await isSameProcess(owner)) {
      const number = (newest ?? 0) + 1
      if (await claim(dataFolder, { number, own }))
        return { kind: 'ours', instance: await instanceIn(dataFolder, own, number) }
    }
    else {
      const { pid, start, line, address } = readJson<Published>(publishedPath(dataFolder)) ?? {}
      if (pid === owner.pid && start === owner.start && line !== undefined && address !== undefined && await tellRunning(address, wanted))
        return { kind: 'running', line }
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

/** True when the lock of that number is ours and still the newest. */
async function claim(dataFolder: string, { number, own }: { number: number, own: Owner }): Promise<boolean> {
  const path = lockPath(dataFolder, number)
  const draft = join(dataFolder, `instance.${randomUUID()}.draft`)
  await writeFile(draft, JSON.stringify(own), { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path) // unlike a file that is created and then written, it is never seen half written
  }
  catch (error) {
    if (systemCode(error) === 'EEXIST')
      return false
    throw error
  }
  finally {
    await rm(draft)
  }
  // A slow start may take a number that others have passed meanwhile.
  if ((await lockNumbers(dataFolder)).at(-1) === number)
    return true
  await rm(path, { force: true })
  return false
}

async function instanceIn(dataFolder: string, own: Owner, number: number): Promise<Instance> {
  const path = publishedPath(dataFolder)
  let answering: ReturnType<typeof answerSecondStarts> | undefined
  await rm(path, { force: true })
  for (const older of await lockNumbers(dataFolder)) {
    if (older < number)
      await rm(lockPath(dataFolder, older), { force: true })
  }
  return {
    publish: ({ line, ...options }) => {
      answering = answerSecondStarts(options)
      replaceFileText(path, `${JSON.stringify({ ...own, line, address: answering.address } satisfies Published, undefined, 2)}\n`)
    },
    // The lock stays: its owner is about to be dead, and its number must not come again.
    unpublish: () => {
      rmSync(path, { force: true })
      answering?.stop()
    },
  }
}

function publishedPath(dataFolder: string): string {
  return join(dataFolder, 'instance.json')
}

async function lockNumbers(dataFolder: string): Promise<number[]> {
  const numbers = (await readdir(dataFolder)).flatMap(name => lockPattern.exec(name)?.[1] ?? []).map(Number)
  return numbers.sort((left, right) => left - right)
}

function lockPath(dataFolder: string, number: number): string {
  return join(dataFolder, `instance.${number}.lock`)
}

/** `undefined` for a file that is missing or that Parley did not write. */
function readJson<T extends Owner>(path: string): T | undefined {
  try {
    const value = JSON.parse(readPlainFile(path)) as T // written by this file; the parts relied on are compared
    return typeof value === 'object' && value !== null && typeof value.pid === 'number' ? value : undefined
  }
  catch {
    // Gone meanwhile, or damaged by hand: as if it were not there.
    return undefined
  }
}

/** What a later start on the same data folder was asked for; the Parley that runs does it. */
type SecondStart = Pick<StartOptions, 'workspace' | 'agent'>

/** Answers later starts, each with a line, at an address of this person's. */
function answerSecondStarts({ onSecondStart, report }: {
  onSecondStart: (start: SecondStart) => void
  report: Report
}): { readonly address: string, readonly stop: () => void } {
  const context = 'answering a second start' // without an answer, it waits for a while and says that Parley does not answer
  const server = createServer(socket => serve(socket, onSecondStart).catch(error => report(error, context)))
  server.on('error', error => report(error, context))
  const { address, close } = listenPrivately(server, 'start', report)
  return { address, stop: () => void close() }
}

async function serve(socket: Socket, onSecondStart: (start: SecondStart) => void): Promise<void> {
  socket.unref()
  socket.setTimeout(answerMs, () => socket.destroy())
  socket.on('error', () => undefined) // it went away, which is its right
  const { value: line } = await readLines(socket, maxLine).next()
  if (typeof line !== 'string')
    return void socket.destroy() // a probe for a running instance
  onSecondStart(secondStartSchema.parse(JSON.parse(line)))
  socket.end('shown\n')
}

/** Tells the Parley that runs what is wanted; whether it answered. */
function tellRunning(address: string, { workspace, agent }: SecondStart): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(`${JSON.stringify({ workspace, agent })}\n`))
    const settle = (isAnswered: boolean): void => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.setTimeout(answerMs, () => settle(false))
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
}
