import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { randomUUID } from 'node:crypto'

/** Scenarios that send large amounts of updates. */
export const floodScenarios: readonly Scenario[] = [
  {
    words: ['long'],
    takes: 'N',
    about: 'an answer of N paragraphs (40)',
    group: 'Content',
    run: (turn, rest) => sayParagraphs(turn, parseCount(rest, 40)),
  },
  {
    words: ['flood'],
    takes: 'N',
    about: 'N messages and tool calls as fast as they go (200)',
    group: 'Content',
    run: (turn, rest) => flood(turn, parseCount(rest, 200)),
  },
  { words: ['slow'], about: 'an answer that takes a minute', group: 'Content', run: saySlowly },
]

async function sayParagraphs(turn: Turn, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    await turn.say(
      `**Paragraph ${number} of ${count}.** A script can go on for as long as it likes: it does not tire, and it has nothing to add. `
      + 'You may stop it at any time, or scroll up and read the beginning again while the end is still being written.',
    )
  }
}

async function flood(turn: Turn, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    if (number % 2 === 0) {
      await turn.startTool({ title: `Tool call ${number}`, kind: 'other', status: 'completed', rawOutput: { number } })
    }
    else {
      await turn.update({
        sessionUpdate: 'agent_message_chunk',
        messageId: randomUUID(),
        content: { type: 'text', text: `Message ${number} of ${count}` },
      })
    }
    // Yield, so that a cancellation can be received.
    if (number % 50 === 0)
      await turn.pauseMs(0)
  }
  await turn.say(`Those were ${count} entries.`)
}

async function saySlowly(turn: Turn): Promise<void> {
  const sentences = 60
  for (let number = 1; number <= sentences; number++) {
    await turn.show({ type: 'text', text: `Second ${number} of ${sentences}. ` })
    await turn.pause(66) // about a second
  }
}

function parseCount(text: string, fallback: number): number {
  const count = Number.parseInt(text.replace(/[_,.]/g, ''), 10)
  return Number.isNaN(count) || count < 1 ? fallback : Math.min(count, 100_000)
}
