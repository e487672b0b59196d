import type Database from 'better-sqlite3'
import type { ThreadEventBody } from '../../../shared/thread/events'

const lost: ThreadEventBody = {
  type: 'notice',
  severity: 'warning',
  title: 'Part of this thread is lost',
  description: 'The database was damaged. This is what could be recovered.',
}

/** Makes recovered rows consistent: every event has a thread, `seq` has no gaps, and a thread that lost something gets a notice. */
export function mendThreads(sql: Database.Database): { threads: number, incomplete: number } {
  return sql.transaction(() => {
    sql.exec(`
      INSERT INTO threads (thread_id, title, title_from, agent_id, agent_name, folder, created_at, updated_at)
        SELECT thread_id, 'Recovered thread', 'prompt', '', 'Unknown agent', '', min(at), max(at) FROM events
        WHERE thread_id NOT IN (SELECT thread_id FROM threads) GROUP BY thread_id;
      DELETE FROM threads WHERE thread_id IN (SELECT thread_id FROM deleted_threads);
    `)
    for (const table of ['events', 'payloads', 'terminals', 'decisions'])
      sql.exec(`DELETE FROM ${table} WHERE thread_id NOT IN (SELECT thread_id FROM threads)`)
    const gapped = sql
      .prepare(
        `
      SELECT thread_id, last_seq, (SELECT coalesce(max(at), created_at) FROM events WHERE events.thread_id = threads.thread_id) AS at
      FROM threads
      WHERE max(last_seq, (SELECT coalesce(max(seq), 0) FROM events WHERE events.thread_id = threads.thread_id))
          > (SELECT count(*) FROM events WHERE events.thread_id = threads.thread_id)
        OR EXISTS (
          SELECT 1 FROM events, json_each(iif(json_valid(events.payloads), events.payloads, '[]')) AS place
          WHERE events.thread_id = threads.thread_id
            AND NOT EXISTS (
              SELECT 1 FROM payloads WHERE payloads.thread_id = threads.thread_id AND hash = json_extract(place.value, '$[0]')
            ))
    `,
      )
      .all() as { thread_id: string, at: number }[]
    for (const { thread_id: threadId, at } of gapped)
      closeGaps(sql, threadId, at)
    sql.exec(`
      UPDATE threads SET head = NULL, projected_seq = 0, entry_count = 0, reducer_version = 0,
        last_seq = (SELECT coalesce(max(seq), 0) FROM events WHERE events.thread_id = threads.thread_id)
    `)
    return { threads: sql.prepare('SELECT count(*) FROM threads').pluck().get() as number, incomplete: gapped.length }
  })()
}

function closeGaps(sql: Database.Database, threadId: string, at: number): void {
  const seqs = sql.prepare('SELECT seq FROM events WHERE thread_id = ? ORDER BY seq').pluck().all(threadId) as number[]
  const renumber = sql.prepare('UPDATE events SET seq = ? WHERE thread_id = ? AND seq = ?')
  seqs.forEach((seq, index) => seq !== index + 1 && renumber.run(index + 1, threadId, seq))
  sql.prepare('INSERT INTO events (thread_id, seq, at, body) VALUES (?, ?, ?, ?)').run(threadId, seqs.length + 1, at, JSON.stringify(lost))
}
