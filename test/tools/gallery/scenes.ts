import type { ThreadEvent, ThreadEventBody } from '../../../src/shared/thread/events'

/** A thread's log, shown event by event. */
export interface Scene {
  readonly name: string
  readonly events: readonly ThreadEvent[]
}

/** Lists all recorded transcripts, and scenes that are generated because they are long. */
export function listScenes(): Scene[] {
  const files = import.meta.glob<string>(['./scenes/*.jsonl', '../fixtures/transcripts/*.jsonl'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const recorded = Object.entries(files).map(([path, text]) => ({
    name: path.replace(/^.*\/|\.jsonl$/g, ''),
    events: text.trim().split('\n').map(line => JSON.parse(line) as ThreadEvent),
  }))
  return [...recorded, longDiff(), manyToolCalls(), longThread()]
}

function numbered(name: string, bodies: readonly ThreadEventBody[]): Scene {
  return { name, events: bodies.map((body, index) => ({ ...body, seq: index + 1, at: 1_763_760_000_000 + index * 500 })) }
}

function prompt(text: string): ThreadEventBody {
  return { type: 'prompt', promptId: text, content: [{ type: 'text', text }] }
}

function longDiff(): Scene {
  const lines = Array.from({ length: 5_000 }, (_, index) => `const value${index} = ${index}`)
  const newText = lines.map((line, index) => index % 3 === 0 ? `${line} + offset` : line).join('\n')
  return numbered('5,000-line diff', [
    prompt('Change a third of a long file.'),
    {
      type: 'update',
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 'long',
        title: 'Edit values.ts',
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: '/work/values.ts', oldText: lines.join('\n'), newText }],
      },
    },
    { type: 'turnEnd', reason: 'end_turn' },
  ])
}

function manyToolCalls(): Scene {
  const statuses = ['completed', 'failed', 'pending', 'in_progress'] as const
  const kinds = ['read', 'edit', 'execute', 'search', 'fetch', 'think'] as const
  return numbered('200 tool calls', [
    prompt('Call many tools.'),
    ...Array.from({ length: 200 }, (_, index): ThreadEventBody => ({
      type: 'update',
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: `call-${index}`,
        title: `Tool call number ${index}`,
        kind: kinds[index % kinds.length],
        status: statuses[index % statuses.length],
        rawInput: { index },
      },
    })),
  ])
}

function longThread(): Scene {
  const chunk = (text: string): ThreadEventBody => ({
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  })
  return numbered('1,000 turns', Array.from({ length: 1_000 }, (_, index) => [
    prompt(`Question ${index}`),
    chunk(`Answer ${index}.\n\n${'Some words that make a paragraph. '.repeat(1 + index % 9)}\n\n- one\n- two`),
    { type: 'turnEnd', reason: 'end_turn' } as const,
  ]).flat())
}
