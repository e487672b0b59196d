import type { FileEvent, Transfer } from '../../../src/shared/changes/computeBaseline'
import { expect, it } from 'vitest'
import { computeBaseline } from '../../../src/shared/changes/computeBaseline'
import { mergeThreeWay } from '../../../src/shared/changes/merge3'
import { createRandom, pickBetween } from './randomTexts'

/** States are the texts themselves. */
const transfer: Transfer = ({ before, after, onto, isStronger }) => {
  const [ours, theirs] = isStronger ? [after, onto] : [onto, after]
  const { text, conflicts } = mergeThreeWay({ base: before, ours, theirs })
  return { state: text, isWhole: conflicts.length === 0 }
}

function makeHistory(...steps: [by: FileEvent['by'], after: string][]): FileEvent[] {
  let before = '1\n2\n3\n4\n5\n'
  return steps.map(([by, after], index) => {
    const event = { seq: index + 1, before, after, by }
    before = after
    return event
  })
}

it('the baseline is the text before the agent, with later changes of others', () => {
  const events = makeHistory(
    ['other', 'one\n2\n3\n4\n5\n'],
    ['agent', 'one\n2\n3\n4\nagent\n'],
    ['other', 'one\n2\nperson\n4\nagent\n'],
  )
  const state = 'one\n2\nperson\n4\n5\n'
  const agents = 'one\n2\nperson\n4\nagent\n'
  expect(computeBaseline(events, transfer)).toEqual({ state, others: state, agents, isKept: false, isRejected: false, rejected: [] })
  expect(computeBaseline(events.slice(0, 1), transfer)).toBeUndefined()
})

it('the baseline has two versions of lines that the agent and others changed, until none are pending', () => {
  const events = makeHistory(['agent', '1\n2\nagent\n4\n5\n'], ['other', '1\n2\nperson\n4\nfive\n'])
  expect(computeBaseline(events, transfer)).toMatchObject({
    state: '1\n2\n3\n4\nfive\n',
    others: '1\n2\nperson\n4\nfive\n',
    agents: '1\n2\nagent\n4\nfive\n',
  })
  const again = [...events, { seq: 3, before: '1\n2\nperson\n4\nfive\n', after: '1\n2\nanew\n4\nfive\n', by: 'agent' as const }]
  expect(computeBaseline(again, transfer)).toMatchObject({ others: '1\n2\nperson\n4\nfive\n', agents: '1\n2\nanew\n4\nfive\n' })
  const ended = [...events, { seq: 3, before: '1\n2\nperson\n4\nfive\n', after: '1\n2\n3\n4\nfive\n', by: 'other' as const }]
  const nothing = '1\n2\n3\n4\nfive\n'
  expect(computeBaseline(ended, transfer)).toMatchObject({ state: nothing, others: nothing, agents: nothing })
})

it('the baseline stays the same when the review rejects the agent\'s changes or undoes the rejection', () => {
  const both = 'agent\n2\n3\n4\nagent\n'
  const events = makeHistory(
    ['agent', both],
    ['rejected', '1\n2\n3\n4\nagent\n'],
    ['other', '1\n2\nperson\n4\nagent\n'],
    ['review', 'agent\n2\nperson\n4\nagent\n'],
  )
  const state = '1\n2\nperson\n4\n5\n'
  const agents = 'agent\n2\nperson\n4\nagent\n'
  expect(computeBaseline(events, transfer)).toEqual({ state, others: state, agents, isKept: false, isRejected: true, rejected: [] })
})

it('the baseline includes kept changes, even if it starts at a later turn', () => {
  const [first, second] = ['agent\n2\n3\n4\n5\n', 'agent\n2\n3\n4\nagent\n']
  const events: FileEvent[] = [
    ...makeHistory(['agent', first], ['agent', second]),
    { seq: 2, before: '1\n2\n3\n4\n5\n', after: '1\n2\n3\n4\nagent\n', by: 'keep' },
  ]
  expect(computeBaseline(events, transfer)).toMatchObject({ state: '1\n2\n3\n4\nagent\n', isKept: true })
  expect(computeBaseline(events.slice(1), transfer)).toMatchObject({ state: second, isKept: true })
})

it('the baseline starts with the last stored baseline if older versions were pruned', () => {
  const [, later] = makeHistory(['agent', '1\n2\n3\n4\nagent\n'], ['agent', 'agent\n2\n3\n4\nagent\n'])
  const begin = { seq: 1, before: 'forgotten', after: '1\n2\n3\n4\n5\n', by: 'begin' as const }
  expect(computeBaseline([begin, later!], transfer)).toMatchObject({ state: '1\n2\n3\n4\n5\n', isKept: true })
})

it('the baseline is exact, or reports two versions, in 3,000 random histories of an agent and others', () => {
  const random = createRandom(3)
  const found = { exact: 0, told: 0, nothingPending: 0 }
  for (let round = 0; round < 3_000; round++) {
    const { events, truth } = makeRandomHistory(random, round)
    const baseline = computeBaseline(events, transfer)!
    if (baseline.others !== baseline.state)
      found.told++
    else if (baseline.state === truth)
      found.exact++
    else if (truth === undefined && baseline.state === events.at(-1)!.after)
      found.nothingPending++
    else
      expect({ round, events, state: baseline.state }).toEqual({ round, events, state: truth })
  }
  expect(found.exact).toBeGreaterThan(2_000)
  expect(found.told).toBeGreaterThan(100)
  expect(found.nothingPending).toBeLessThan(100)
})

interface Line { readonly id: number, readonly text: string, readonly isAgentsOwn?: boolean }

/**
 * Edits of lines, also made in a copy that the agent's do not reach, as long as these leave the others' places alone.
 */
function makeRandomHistory(random: () => number, round: number): { events: FileEvent[], truth: string | undefined } {
  let lines: Line[] = Array.from({ length: 40 }, (_, id) => ({ id, text: `line ${id}\n` }))
  let without: Line[] | undefined = [...lines]
  const events: FileEvent[] = []
  const count = pickBetween(random, 2, 7)
  for (let seq = 1; seq <= count; seq++) {
    const by = (['agent', 'agent', 'other', 'other'] as const)[seq === 1 ? 0 : pickBetween(random, 0, 3)]!
    const at = pickBetween(random, 0, lines.length - 1)
    const kind = pickBetween(random, 0, 2)
    const line = { id: 1_000 * (round + 1) + seq, text: `${by} ${round} ${seq}\n`, isAgentsOwn: by === 'agent' && kind === 2 }
    // An agent's own line that another removes again is in no copy.
    if (by === 'other' && without && !(kind === 1 && lines[at]!.isAgentsOwn)) {
      const there = without.findIndex(({ id }) => id === lines[at]!.id)
      without = there < 0 ? undefined : spliceLine(without, there, kind, line)
    }
    const after = spliceLine(lines, at, kind, line)
    events.push({ seq, before: joinLines(lines), after: joinLines(after), by })
    lines = after
  }
  return { events, truth: without && joinLines(without) }
}

/** The line replaced, removed, or another inserted before it. */
function spliceLine(lines: readonly Line[], at: number, kind: number, line: Line): Line[] {
  return kind === 0 ? lines.with(at, line) : lines.toSpliced(at, kind === 1 ? 1 : 0, ...(kind === 1 ? [] : [line]))
}

function joinLines(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('')
}
