import type { TestThread } from '../../support/testThread'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { HostError } from '../../../src/shared/errors'
import { openElicitations, openPermissions } from '../../../src/shared/thread/selectors'
import { hostile } from '../../support/scriptedAgent'
import { temporaryFolder } from '../../support/temporaryFolder'
import { testHost } from '../../support/testHost'

const { PARLEY_TEST_SEED = '1', PARLEY_TEST_SEEDS = '6' } = process.env
const seeds = Array.from({ length: Number(PARLEY_TEST_SEEDS) }, (_, index) => Number(PARLEY_TEST_SEED) + index)
const deeds = 60
const text = (words: string) => [{ type: 'text' as const, text: words }]

it.each(seeds)('each question gets one answer, the person\'s, whatever happens (seed %i)', { timeout: 120_000 }, async (seed) => {
  let state = seed
  const chance = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor(state / 2 ** 32 * below)
  }
  const report = join(temporaryFolder('parley-chaos-'), 'report')
  const host = await testHost({ isRecorded: true, agents: { Chaos: hostile('life/chaos', { SEED: String(seed), REPORT: report }) } })
  const { client } = host
  const threads: TestThread[] = [await host.startThread('Chaos')]
  const deleted = new Set<string>()
  /** The person's choices, by the call asked about. */
  const chosen = new Map<string, Set<string>>()
  const refused: unknown[] = []
  /** Whatever the host refuses, it refuses with a message. */
  const tried = (act: Promise<unknown>): Promise<unknown> => act.catch((error: unknown) => {
    if (!(error instanceof HostError) || (error.code as string) === 'internal')
      refused.push(error)
  })
  const running: Promise<unknown>[] = []

  for (let deed = 0; deed < deeds; deed++) {
    const thread = threads[chance(threads.length)]!
    const { threadId } = thread
    const queued = (): { threadId: string, messageId: string } | undefined => {
      const messages = thread.transcript.head.queue?.messages ?? []
      const message = messages[chance(messages.length)]
      return message && { threadId, messageId: message.messageId }
    }
    const answer = (): Promise<unknown> | undefined => {
      const open = openPermissions(thread.transcript)
      const request = open[chance(open.length)]?.request
      if (!request)
        return undefined
      // A lasting answer of Parley's own would answer the agent's later questions.
      const offered = request.options.map(option => option.optionId).filter(id => !['allow_thread', 'allow_folder'].includes(id))
      const optionId = [...offered, 'nothing', null][chance(offered.length + 2)]!
      const key = request.toolCall.toolCallId
      chosen.set(key, (chosen.get(key) ?? new Set()).add(String(optionId)))
      return client.answerPermission({ threadId, requestId: request.requestId, optionId })
    }
    const form = openElicitations(thread.transcript)[0]
    const message = queued()
    const acts: (() => Promise<unknown> | undefined)[] = [
      ...Array.from({ length: 6 }, () => () => client.sendPrompt({ threadId, content: text(`go ${deed}`) })),
      () => client.queuePrompt({ threadId, content: text(`later ${deed}`) }),
      () => client.cancelTurn({ threadId }),
      ...Array.from({ length: 8 }, () => answer),
      () => form && client.answerElicitation({ threadId, requestId: form.requestId, response: { action: 'decline' } }),
      () => message && client.steerQueued(message),
      () => message && client.sendQueuedNow(message),
      () => message && client.removeQueued(message),
      () => client.resumeQueue({ threadId }),
      () => client.setMode({ threadId, modeId: ['ask', 'yolo'][chance(2)]! }),
      () => chance(5) === 0 ? client.restartAgent({ threadId }) : undefined,
      () => chance(5) === 0 ? client.forceStop({ threadId }) : undefined,
      () => chance(3) === 0 ? client.signIn({ threadId, methodId: 'in' }) : client.cancelSignIn({ threadId }),
      async () => {
        const promptId = thread.of('user')[0]?.promptId
        if (promptId !== undefined && threads.length < 4)
          threads.push(await host.openThread((await client.branchThread({ threadId, promptId, content: text('again') })).threadId))
      },
      async () => {
        if (threads.length < 2 || chance(4) > 0)
          return
        threads.splice(threads.indexOf(thread), 1)
        deleted.add(threadId)
        await client.deleteThread({ threadId })
      },
      () => pause(chance(60)),
    ]
    const act = acts[chance(acts.length)]!()
    if (act)
      running.push(tried(act))
    await pause(chance(4) === 0 ? chance(200) : chance(20))
  }

  // Pending questions end with the agent, or are declined.
  let isDone = false
  const all = Promise.all(running).then(() => isDone = true)
  while (!isDone) {
    for (const { threadId } of threads) {
      await tried(client.forceStop({ threadId }))
      await tried(client.cancelSignIn({ threadId }))
      await tried(client.declineLostChoices({ threadId }))
    }
    await Promise.race([all, pause(200)])
  }
  for (const thread of threads) {
    await thread.until(() => !thread.transcript.head.turnOpen)
    expect(openPermissions(thread.transcript), 'no question outlives its turn').toEqual([])
    const stored = await client.openThread({ threadId: thread.threadId }) // its end
    const { firstIndex, entries } = thread.transcript
    expect(entries.slice(stored.firstIndex - firstIndex), 'what a window holds is what is stored').toEqual(stored.entries)
  }
  expect(refused).toEqual([])
  const lines = (await readFile(report, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  const told = lines.map(line => JSON.parse(line) as { toolCallId: string, result?: { outcome: { optionId?: string } } })
  expect(new Set(told.map(({ toolCallId }) => toolCallId)).size, 'one answer for each question').toBe(told.length)
  for (const { toolCallId, result } of told) {
    if (result?.outcome.optionId !== undefined)
      expect([...chosen.get(toolCallId) ?? []], 'what the agent is told is what the person chose').toContain(result.outcome.optionId)
  }
})
