import type { ThreadStore } from '../../src/main/store/threadStore'
import { ThreadLog } from '../../src/main/threads/log/threadLog'
import { addThread, atOnce } from './benchStore'

/** A prompt, nine answers, the tool calls between them, and the end of the turn. */
export const entriesPerTurn = 20

/** Creates a thread of that many entries from an agent's updates. */
export function fillThread(store: ThreadStore, threadId: string, entryCount: number): void {
  addThread(store, threadId)
  const log = openLog(store, threadId)
  for (let turn = 0; turn < entryCount / entriesPerTurn; turn++) {
    log.commit({ type: 'prompt', promptId: `p${turn}`, content: [{ type: 'text', text: 'Do the next thing, please.' }] })
    for (let step = 0; step < (entriesPerTurn - 2) / 2; step++) {
      log.add({
        type: 'update',
        update: {
          sessionUpdate: 'agent_message_chunk',
          content: { type: 'text', text: 'I look at the next file and say what I find in it. '.repeat(8) },
        },
      })
      log.add({
        type: 'update',
        update: {
          sessionUpdate: 'tool_call',
          toolCallId: `c${turn}-${step}`,
          title: 'Read src/file.ts',
          kind: 'read',
          status: 'completed',
          content: [{ type: 'content', content: { type: 'text', text: 'line\n'.repeat(60) } }],
        },
      })
    }
    log.add({ type: 'turnEnd', reason: 'end_turn' })
    log.flush()
  }
  log.dispose()
  const stored = store.readThread(threadId)?.entryCount
  if (stored !== entryCount)
    throw new Error(`The thread of ${entryCount} entries has ${stored}`)
}

export function openLog(store: ThreadStore, threadId: string): ThreadLog {
  return new ThreadLog({ threadId, store, ...atOnce(), publish: () => undefined })
}
