import type { HostConnection } from '../../../src/shared/rpc'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../../../src/shared/errors'
import { checkData } from './checkData'
import { HostProcess } from './hostProcess'
import { type JournalLine, readJournal } from './journal'
import { type Acknowledged, ignoreEnd, nothingAcknowledged, talk } from './person'

/**
 * Number of concurrent threads. After so many kills they are replaced, so that logs stay short enough to be read after
 * each kill.
 */
const threadCount = 3
const killsPerThread = 8
const killsPerDeletion = 3
/**
 * Maximum life of a host that is killed at its start, or after its first acknowledgement.
 */
const longestStartMs = 500
const longestTalkMs = 500
/** Response time of a normally scheduled host. */
const quickMs = 5

/** The result of killing the host many times. */
export interface CrashFigures {
  readonly kills: number
  /** Acknowledged by the host, and found after its death. */
  readonly prompts: number
  readonly answers: number
  /** Agent pieces that were stored. */
  readonly pieces: number
  /** Lost, torn or wrong data. */
  readonly faults: string[]
  /** For each kill: the age of the oldest lost piece; 0 if none was lost. */
  readonly gapsMs: number[]
  /** Like `gapsMs`, without the time in which the host was not scheduled. */
  readonly worstOwnGapMs: number
}

/** Kills the built host in `program` repeatedly, at random moments, and checks its data. */
export async function crashRun({
  program,
  kills,
  onKill = () => undefined,
}: {
  program: string
  kills: number
  onKill?: (done: number, figures: CrashFigures) => void
}): Promise<CrashFigures> {
  const top = mkdtempSync(join(tmpdir(), 'parley-crash-'))
  const [dataFolder, workspace, journalPath] = [join(top, 'data'), join(top, 'workspace'), join(top, 'journal.jsonl')]
  mkdirSync(workspace)
  mkdirSync(dataFolder, { mode: 0o700 })
  const agent = { command: process.execPath, args: [join(import.meta.dirname, 'talkingAgent.ts')], env: { NODE_NO_WARNINGS: '1' } }
  writeFileSync(join(dataFolder, 'settings.json'), JSON.stringify({ agent_servers: { Talking: agent } }))

  const acknowledged = new Map<string, Acknowledged>()
  const faults: string[] = []
  const gapsMs: number[] = []
  let worstOwnGapMs = 0
  let pieces = 0
  const figures = (): CrashFigures => ({
    kills: gapsMs.length,
    prompts: [...acknowledged.values()].reduce((sum, { prompts }) => sum + prompts.size, 0),
    answers: [...acknowledged.values()].reduce((sum, { answers }) => sum + answers.size, 0),
    pieces,
    faults,
    gapsMs,
    worstOwnGapMs,
  })
  try {
    for (let round = 0; round < kills && faults.length === 0; round++) {
      // a lost piece is missing after each kill
      const before = readJournal(journalPath).length
      const host = new HostProcess({ program, dataFolder, env: { JOURNAL: journalPath } })
      const { killedAt, pulse } = await liveAndDie({ host, round, workspace, acknowledged })
      const journal = readJournal(journalPath)
      const { faults: found, stored } = checkData({ file: join(dataFolder, 'parley.db'), acknowledged, journal })
      faults.push(
        ...found.map(fault => `kill ${round + 1}: ${fault}`),
        ...(host.complaints === '' ? [] : [`kill ${round + 1}: the host complained: ${host.complaints}`]),
      )
      const gapMs = measureGap(journal.slice(before), stored, killedAt)
      gapsMs.push(gapMs)
      worstOwnGapMs = Math.max(worstOwnGapMs, gapMs - (pulse?.stalledMs({ from: killedAt - gapMs, to: killedAt }) ?? 0))
      pieces = [...stored.values()].reduce((sum, count) => sum + count, 0)
      onKill(round + 1, figures())
    }
    return figures()
  }
  finally {
    rmSync(top, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs one life of the host. Some are short, most end during a conversation, some right after an acknowledgement. */
async function liveAndDie({
  host,
  round,
  workspace,
  acknowledged,
}: {
  host: HostProcess
  round: number
  workspace: string
  acknowledged: Map<string, Acknowledged>
}): Promise<{ killedAt: number, pulse?: Pulse }> {
  const dice = Math.random()
  if (round > 0 && dice < 0.1) {
    await pause(Math.random() * longestStartMs)
    return { killedAt: await host.kill() }
  }
  const connection = await host.connected
  const pulse = new Pulse(connection)
  let count = 0
  const wanted = dice < 0.3 ? 1 + Math.floor(Math.random() * 12) : 1
  let onEnough = (): void => undefined
  const enough = new Promise<void>(resolve => (onEnough = resolve))
  const onAcknowledged = (): void => {
    if (++count >= wanted)
      onEnough()
  }
  deleteOne(connection, acknowledged, round)
  const threadIds = await chooseThreads({ connection, round, workspace, acknowledged })
  const talks = threadIds.map(threadId =>
    talk({ connection, threadId, acknowledged: acknowledged.get(threadId)!, name: String(round), onAcknowledged }),
  )
  await Promise.race([enough, Promise.all(talks)])
  if (dice >= 0.3)
    await pause(Math.random() * longestTalkMs)
  const killedAt = await host.kill()
  await Promise.all(talks) // acknowledgements just before the kill count, too
  return { killedAt, pulse }
}

/** Sometimes deletes an old thread, which also creates a backup, or removes it from the list. */
function deleteOne({ host }: HostConnection, acknowledged: Map<string, Acknowledged>, round: number): void {
  const [threadId, thread] = [...acknowledged].slice(0, -threadCount).find(([, { deletion }]) => deletion !== 'acknowledged') ?? []
  if (threadId === undefined || !thread || round % killsPerDeletion !== 0)
    return
  thread.deletion = 'asked'
  const deletion = round % (2 * killsPerDeletion) === 0 ? host.deleteThreadSoon({ threadId }) : host.deleteThread({ threadId })
  deletion.then(() => thread.deletion = 'acknowledged', (error: unknown) => {
    if (error instanceof HostError && error.code === 'not_found')
      thread.deletion = 'acknowledged' // it went with the breath before
    else
      ignoreEnd(error)
  })
}

async function chooseThreads({
  connection: { host },
  round,
  workspace,
  acknowledged,
}: {
  connection: HostConnection
  round: number
  workspace: string
  acknowledged: Map<string, Acknowledged>
}): Promise<string[]> {
  if (round % killsPerThread === 0 || acknowledged.size === 0) {
    const { agentId, command } = (await host.listAgents({})).find(({ name }) => name === 'Talking')!
    for (let count = 0; count < threadCount; count++)
      acknowledged.set((await host.startThread({ agentId, folder: workspace, command })).threadId, nothingAcknowledged())
  }
  return [...acknowledged.keys()].slice(-threadCount)
}

/** Pings the host, to distinguish a slow host from one that was not scheduled. */
class Pulse {
  readonly #beats: { readonly sentAt: number, answeredAt?: number }[] = []

  constructor({ host }: HostConnection) {
    const beat = async (): Promise<void> => {
      for (;;) {
        const now: { sentAt: number, answeredAt?: number } = { sentAt: Date.now() }
        this.#beats.push(now)
        await host.catalogueStatus({})
        now.answeredAt = Date.now()
        await pause(5)
      }
    }
    beat().catch(ignoreEnd)
  }

  /** How long pings waited in that time, beyond the fastest response. */
  stalledMs({ from, to }: { from: number, to: number }): number {
    const waits = this.#beats.map(({ sentAt, answeredAt = to }) => Math.min(answeredAt, to) - Math.max(sentAt, from))
    return waits.reduce((sum, waitMs) => sum + Math.max(0, waitMs - quickMs), 0)
  }
}

/** Measures the age, at the kill, of the oldest piece that was not stored. */
function measureGap(journal: readonly JournalLine[], stored: ReadonlyMap<string, number>, killedAt: number): number {
  const lost = journal.flatMap(line =>
    line.kind === 'piece' && line.piece >= (stored.get(line.session) ?? 0) && line.at <= killedAt ? [killedAt - line.at] : [],
  )
  return Math.max(0, ...lost)
}
