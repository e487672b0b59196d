import type { StoreDatabase } from '../../src/main/store/database'
import type { ThreadStore } from '../../src/main/store/threadStore'
import type { ThreadEventBody } from '../../src/shared/thread/events'
import { coalesce } from '../../src/shared/thread/reduce/coalesce'
import { addThread, withStore } from './benchStore'
import { measureMedians, measureMs } from './median'
import { benchRow, type BenchRow } from './row'

const chunkCount = 4000
const chunk = 'a piece of an answer here'
/** Output of a fast agent between two flushes of the log. */
const chunksPerFlush = 50

/**
 * Measures storing a streamed message of 100 kB: batched appends, against rewriting the whole message for each chunk.
 */
export function bench(): Promise<BenchRow[]> {
  return withStore(async (store, database) => {
    let nextThread = 0
    const [appendMs, rewriteMs] = (await measureMedians(5, [
      () => appendMessage(store, `t${nextThread++}`),
      () => rewriteMessage(database),
    ])) as [number, number] // one for each
    const [value, reference] = [(chunkCount / appendMs) * 1000, (chunkCount / rewriteMs) * 1000]
    return [
      benchRow({
        area: 'persist',
        name: `chunks of a ${(chunkCount * chunk.length) / 1000} kB message, against rewriting it per chunk`,
        value,
        unit: 'chunks/s',
        reference,
        ratio: value / reference,
        target: '>= 100x',
      }),
    ]
  })
}

function appendMessage(store: ThreadStore, threadId: string): number {
  addThread(store, threadId)
  const flush: ThreadEventBody[] = Array.from({ length: chunksPerFlush }, () => ({
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: chunk } },
  }))
  return measureMs(() => {
    let seq = 0
    for (let sent = 0; sent < chunkCount; sent += chunksPerFlush)
      store.appendEvents(threadId, coalesce(flush).map(body => ({ ...body, seq: ++seq, at: 1 })), { durable: false })
  })
}

function rewriteMessage({ sql }: StoreDatabase): number {
  sql.exec('CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL); DELETE FROM messages')
  sql.exec('INSERT INTO messages VALUES (1, \'\')')
  const update = sql.prepare('UPDATE messages SET body = ? WHERE id = 1')
  return measureMs(() => {
    let text = ''
    for (let sent = 0; sent < chunkCount; sent++) {
      text += chunk
      update.run(JSON.stringify({ role: 'agent', content: [{ type: 'text', text }] }))
    }
  })
}
