import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `measure` with a file of that text, which is deleted afterwards. */
export async function withFile<T>(text: string, measure: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const path = join(folder, 'lines.jsonl')
  writeFileSync(path, text)
  try {
    return await measure(path)
  }
  finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * `session/update` lines in the typical mixture of an agent: mostly runs of text, then tool calls with patches and
 * diffs, rarely a plan or usage.
 */
export function mixedLines(count: number): string {
  return Array.from({ length: count }, (_, index) => updateLine(mixedUpdate(index))).join('')
}

export function updateLine(update: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } })}\n`
}

function mixedUpdate(index: number): object {
  const toolCallId = `call_${Math.floor(index / 20)}`
  switch (index % 20) {
    case 4:
      return {
        sessionUpdate: 'tool_call',
        toolCallId,
        title: 'Read src/main.ts',
        kind: 'read',
        status: 'pending',
        locations: [{ path: '/work/src/main.ts', line: 12 }],
        rawInput: { path: '/work/src/main.ts', limit: 200 },
      }
    case 5:
      return { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' }
    case 6:
      return {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: 'a line of the file\n'.repeat(30) } }],
        rawOutput: { lines: 30 },
      }
    case 10:
      return {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        content: [{ type: 'diff', path: '/work/src/main.ts', oldText: 'const a = 1\n'.repeat(40), newText: 'const b = 2\n'.repeat(40) }],
      }
    case 14:
      return {
        sessionUpdate: 'plan',
        entries: Array.from({ length: 6 }, (_, step) => ({
          content: `Step ${step} of what is to be done`,
          priority: 'medium',
          status: step < 3 ? 'completed' : 'pending',
        })),
      }
    case 18:
      return { sessionUpdate: 'usage_update', used: 1000 + index, size: 200_000, cost: { amount: 0.01 * index, currency: 'USD' } }
    default:
      return {
        sessionUpdate: index % 20 < 4 ? 'agent_thought_chunk' : 'agent_message_chunk',
        messageId: `m${Math.floor(index / 20)}`,
        content: { type: 'text', text: 'some words of an answer ' },
      }
  }
}
