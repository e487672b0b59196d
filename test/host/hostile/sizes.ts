import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { testHost } from '../../support/testHost'
import { attacked, untouched } from './attacked'

// Invariants for any size of an attack: a small one in the gate, a large one in sizes.slow.test.ts.

/** That many concurrent reads and a write of that size are answered, and so is what follows. */
export async function answersEachOfMany({ reads, megabytes }: { reads: number, megabytes: number }): Promise<void> {
  const { report } = await attacked<{
    answered: number
    served: number
    refusals: string[]
    write: string
    written: number
    after: string
  }>('guard/asksALot', 'deny', { env: { READS: String(reads), MEGABYTES: String(megabytes) } })

  expect(report.answered).toBe(reads)
  expect(report.served).toBeGreaterThanOrEqual(1_000)
  expect(report.refusals.filter(refusal => !/Too many|busy/i.test(refusal))).toEqual([])
  expect([report.write === 'ok', report.written]).toEqual(report.write === 'ok' ? [true, megabytes * 2 ** 20] : [false, 0])
  expect(report.after).toBe('text')
}

/** Readers of a file of that size see the old or the new content while it is rewritten. */
export async function showsOldOrNew({ megabytes }: { megabytes: number }): Promise<void> {
  const { report } = await attacked<{ sizes: number[], mixtures: string[], looks: number }>('guard/watchesRewrite', 'deny', {
    env: { MEGABYTES: String(megabytes) },
  })

  const large = megabytes * 2 ** 20
  expect(report.sizes.filter(size => size !== large && size !== large * 3 / 4)).toEqual([])
  expect(report.mixtures).toEqual([])
  expect(report.looks).toBeGreaterThan(20)
}

/** Nothing outside is read or written while another process swaps folders for links. */
export async function staysInside({ rounds }: { rounds: number }): Promise<void> {
  const env = { ROUNDS: String(rounds) }
  const { report, left, asked } = await attacked<{ seen: string[], written: number, swapsPerSecond: number }>(
    'guard/swapsFolders',
    'deny',
    { env },
  )

  expect(report.seen).toContain('honest')
  expect(report.seen).not.toContain('secret')
  expect(report.written).toBeGreaterThan(0)
  // On a free core it is some 60,000; hardly any would be no race.
  expect(report.swapsPerSecond).toBeGreaterThan(200)
  expect(left).toEqual(untouched)
  expect(asked).toEqual([])
}

/** Of a command's output, the end is kept. */
export async function keepsTheEnd({ megabytes }: { megabytes: number }): Promise<void> {
  const { report } = await attacked<{ sizes: number[] }>('terminal/printsALot', 'allow_once', { env: { MEGABYTES: String(megabytes) } })

  expect(report.sizes).toEqual([1024 * 1024, 16 * 1024 * 1024, 0])
}

/** That many updates, a twentieth of them diffs, are taken, and so is the request after them. */
export async function takesFlood({ updates }: { updates: number }): Promise<void> {
  const host = await testHost({ agents: { Floods: hostile('wire/floodThenAsk', { COUNT: String(updates) }) } })
  writeFileSync(join(host.workspace, 'asked.txt'), 'the file')
  const thread = await host.startThread('Floods')
  await thread.until(() => thread.summary.activity.state === 'ready')

  expect((await thread.ask('go')).end.reason).toBe('end_turn')

  expect(thread.text).toContain('It says: the file')
  expect(thread.text.match(/\bword\b/g)).toHaveLength(updates * 17 / 20)
  expect(thread.tools).toHaveLength(500)
}

/** That many unreadable messages are reported once. */
export async function tellsOnce({ messages }: { messages: number }): Promise<void> {
  const host = await testHost({ agents: { Deep: hostile('wire/deepFlood', { COUNT: String(messages) }) } })
  const thread = await host.startThread('Deep')

  expect((await thread.ask('go')).end.reason).toBe('end_turn')

  expect(thread.text).toContain('That was deep.')
  expect(thread.of('notice')).toHaveLength(1)
}

/** A turn has a limited number of entries; later requests of the agent are refused until the next turn. */
export async function endsEndlessTurn(): Promise<void> {
  const host = await testHost({ agents: { Endless: hostile('wire/endlessTurn') } })
  const thread = await host.startThread('Endless')

  await thread.send('go')
  await thread.until(() => thread.turnEnds.length === 1)

  expect(thread.turnEnds[0]!.end.reason).toBe('max_turn_requests')
  expect(thread.tools.length).toBeGreaterThanOrEqual(20_000)
  expect(thread.tools.length).toBeLessThan(21_000)
  expect(thread.of('permission')).toEqual([])
  expect(existsSync(join(host.workspace, 'endless-1.txt'))).toBe(false)
  expect(thread.of('notice').map(({ notice }) => notice.description)).toEqual([expect.stringContaining('20,000 entries or 256 MB')])

  const end = await thread.ask('again')
  expect(end.end.reason).toBe('end_turn')
  expect(thread.text).toContain('Asked: yes. Written: done.')
  expect(existsSync(join(host.workspace, 'endless-2.txt'))).toBe(true)
}

/** The messages of the dying agent's whole conversation; the test of the surviving one fails if this changes. */
export const conversationMessages = 17

/** An agent that is killed after that many messages leaves a thread that says so, with nothing open in it. */
export async function leavesNothingOpen(deathsAfter: readonly number[]): Promise<void> {
  const agents = Object.fromEntries(
    deathsAfter.map(count => [`Mortal ${count}`, hostile('life/diesAfter', { DIES_AFTER: String(count) })]),
  )
  const host = await testHost({ isRecorded: true, agents })
  for (const count of deathsAfter) {
    const thread = await host.startThread(`Mortal ${count}`)
    const asked = thread.ask('go').catch((error: unknown) => error)
    await thread.until(() => thread.summary.activity.state === 'stopped')
    await asked

    const said = `after ${count} messages`
    expect(thread.summary.activity, said).toMatchObject({ state: 'stopped', message: expect.stringContaining('SIGKILL') })
    expect(thread.summary.waiting, said).toBe(0)
    expect(openPermissions(thread.transcript), said).toEqual([])
    expect(thread.transcript.head.turnOpen, said).toBe(false)
    // Either the prompt was never accepted, and left nothing, or its turn has ended once.
    expect(thread.turnEnds, said).toHaveLength(thread.of('user').length)
    expect(thread.tools.filter(({ call, endedAt }) => endedAt === undefined && call.status !== 'completed'), said).toEqual([])
    for (const terminalId of thread.tools.flatMap(({ terminalIds }) => terminalIds))
      await thread.until(async () => (await thread.terminal(terminalId))?.state !== 'running')
    await host.client.deleteThread({ threadId: thread.threadId })
  }
}
