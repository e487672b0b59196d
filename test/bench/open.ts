import type { ThreadStore } from '../../src/main/store/threadStore'
import { ThreadLog } from '../../src/main/threads/log/threadLog'
import { addThread, atOnce, withStore } from './benchStore'
import { mediansOf, millisecondsOf } from './median'
import { benchRow, type BenchRow } from './row'

/** A prompt, nine answers and tool calls between them, and the turn's end. */
const entriesPerTurn = 20
const opensPerRun = 200

/** Opening a stored thread as the host does for a renderer: a long one against one of a single page. */
export function bench(): Promise<BenchRow[]> {
  return withStore(async (store) => {
    fillThread(store, 'long', 10_000)
    fillThread(store, 'short', 60)
    // one for each
    const [value, reference] = (await mediansOf(9, [() => openMs(store, 'long'), () => openMs(store, 'short')])) as [number, number]
    return [
      benchRow({
        area: 'open',
        name: 'opening a thread of 10,000 entries, against one of 60 (host only)',
        value,
        unit: 'ms',
        reference,
        ratio: value / reference,
        target: '<= 1.5x',
      }),
    ]
  })
}

function fillThread(store: ThreadStore, threadId: string, entryCount: number): void {
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

function openMs(store: ThreadStore, threadId: string): number {
  return millisecondsOf(() => {
    for (let open = 0; open < opensPerRun; open++) {
      if (openLog(store, threadId).transcript.entries.length < entriesPerTurn)
        throw new Error('The thread was opened without its entries')
    }
  }) / opensPerRun
}

function openLog(store: ThreadStore, threadId: string): ThreadLog {
  return new ThreadLog({ threadId, store, ...atOnce(), publish: () => undefined })
}
