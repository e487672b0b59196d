import type { ToolCall, ToolKind } from '@agentclientprotocol/sdk'
import type { Scenario } from '../scenario'
import type { Turn } from '../turn'

/** Scenarios that make many tool calls. */
export const toolScenarios: readonly Scenario[] = [
  { words: ['many', 'tools'], about: 'twenty tool calls of all ten kinds', group: 'Content', run: makeManyCalls },
]

async function makeManyCalls(turn: Turn): Promise<void> {
  await turn.say('Twenty tool calls. I only pretend to make them.')
  for (let round = 0; round < 2; round++) {
    for (const { kind, title, file } of pretendedCalls) {
      const path = file === undefined ? undefined : turn.path(file)
      const announced: Omit<ToolCall, 'toolCallId'> = {
        title,
        kind,
        status: 'pending',
        name: `demo_${kind}`,
        rawInput: { kind, path, round: round + 1 },
      }
      const tool = await turn.startTool({ ...announced, ...path !== undefined && { locations: [{ path, line: round * 10 + 1 }] } })
      await turn.pause(5)
      await tool.update({ status: 'in_progress' })
      await turn.pause(5)
      const failed = round === 1 && kind === 'fetch'
      await tool.update({ rawOutput: { ok: !failed, took: `${(round + 1) * 12} ms` } })
      if (failed)
        await tool.fail('The page did not answer (pretended).')
      else
        await tool.complete(`Done: **${title}** (pretended).`)
    }
  }
  await turn.say('Nineteen went well, and one failed on purpose.')
}

const pretendedCalls: readonly { kind: ToolKind, title: string, file?: string }[] = [
  { kind: 'read', title: 'Read README.md', file: 'README.md' },
  { kind: 'search', title: 'Search for "greet"', file: 'src/greet.ts' },
  { kind: 'edit', title: 'Edit src/greet.ts', file: 'src/greet.ts' },
  { kind: 'move', title: 'Move notes.txt to docs/notes.txt', file: 'docs/notes.txt' },
  { kind: 'delete', title: 'Delete old.txt', file: 'old.txt' },
  { kind: 'execute', title: 'npm test' },
  { kind: 'think', title: 'Think about the result' },
  { kind: 'fetch', title: 'Fetch https://example.org' },
  { kind: 'switch_mode', title: 'Switch to Ask mode' },
  { kind: 'other', title: 'Water the plants' },
]
