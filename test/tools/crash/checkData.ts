import type { ThreadEvent } from '../../../src/shared/thread/events'
import type { Acknowledged } from './person'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { openDatabase } from '../../../src/main/store/database'
import { listCopies } from '../../../src/main/store/recovery/copies'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { reduce, reducerVersion } from '../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../src/shared/thread/transcript'
import { type JournalLine, saidImage } from './journal'

/** Checks the data of a killed host. Returns problems, and the number of stored pieces of each agent's session. */
export function checkData({ file, acknowledged, journal }: {
  file: string
  /** By thread. */
  acknowledged: ReadonlyMap<string, Acknowledged>
  journal: readonly JournalLine[]
}): { faults: string[], stored: Map<string, number> } {
  const database = openDatabase(file)
  try {
    const store = new ThreadStore(database)
    const faults = database.problem === undefined ? [] : [database.problem]
    const integrity = database.sql.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok')
      faults.push(`integrity_check: ${String(integrity)}`)
    faults.push(...listCopies(file, 'backup').filter(copy => !isWhole(copy)).map(copy => `the backup ${copy} is damaged`))
    const stored = new Map<string, number>()
    const heard = new Set<string>()
    const answers = new Map<string, string>()
    for (const { threadId, lastSeq } of store.listThreads()) {
      const events = store.readEvents(threadId, { afterSeq: 0 }) // throws on a torn one
      if (!isDeepStrictEqual(events.map(({ seq }) => seq), Array.from({ length: lastSeq }, (_, index) => index + 1)))
        faults.push(`${threadId}: its numbers have gaps`)
      faults.push(...checkProjection(store, threadId, events), ...countPieces(events, stored))
      if (
        events.some(
          event =>
            event.type === 'update'
            && event.update.sessionUpdate === 'agent_message_chunk'
            && event.update.content.type === 'image'
            && event.update.content.data !== saidImage,
        )
      ) {
        faults.push(`${threadId}: an image is lost or torn`)
      }
      listPrompts(events).forEach(text => heard.add(text))
      listAnswers(events).forEach(({ toolCallId, option }) => answers.set(toolCallId, option))
      faults.push(...listLost(events, acknowledged.get(threadId)))
    }
    const known = new Set(store.listThreads().map(({ threadId }) => threadId))
    for (const [threadId, { deletion }] of acknowledged) {
      if (known.has(threadId) ? deletion === 'acknowledged' : deletion === undefined)
        faults.push(known.has(threadId) ? `the thread ${threadId} is there again` : `the thread ${threadId} is lost`)
    }
    const isDeleted = (text: string): boolean =>
      [...acknowledged].some(([threadId, { deletion }]) => deletion !== undefined && text.endsWith(threadId))
    for (const line of journal.filter(line => line.kind === 'piece' || !isDeleted(line.text))) {
      if (line.kind === 'prompt' && !heard.has(line.text))
        faults.push(`the agent heard "${line.text}", which was not stored`)
      if (line.kind === 'answer' && line.option !== undefined && answers.get(line.toolCallId) !== line.option)
        faults.push(`the agent got the answer ${line.option} to ${line.toolCallId}, which was not stored`)
    }
    return { faults, stored }
  }
  finally {
    database.close()
  }
}

function isWhole(copy: string): boolean {
  const sql = new Database(copy)
  const isWhole = sql.pragma('integrity_check', { simple: true }) === 'ok'
  sql.close()
  return isWhole
}

/** The stored entries equal the log reduced up to their sequence number. */
function checkProjection(store: ThreadStore, threadId: string, events: readonly ThreadEvent[]): string[] {
  const { projectedSeq, entryCount, reducerVersion: version } = store.readThread(threadId)!
  const head = store.readHead(threadId)
  if (!head)
    return projectedSeq === 0 && entryCount === 0 ? [] : [`${threadId}: its entries have no head`]
  const whole = reduce(emptyTranscript, events.filter(({ seq }) => seq <= projectedSeq))
  const stored = { head, entries: store.readEntries(threadId, { before: entryCount, limit: entryCount }) }
  // As in JSON: without `undefined`.
  const expected = JSON.parse(JSON.stringify({ head: whole.head, entries: whole.entries })) as unknown
  return version === reducerVersion && isDeepStrictEqual(stored, expected) ? [] : [`${threadId}: its entries are not what its log says`]
}

/** Every stored piece of an agent's session must be whole, and no earlier one missing. */
function countPieces(events: readonly ThreadEvent[], stored: Map<string, number>): string[] {
  const text = events
    .map(event =>
      event.type === 'update' && event.update.sessionUpdate === 'agent_message_chunk' && event.update.content.type === 'text'
        ? event.update.content.text
        : '',
    )
    .join('')
  const faults = text.replaceAll(/‹[\w-]+:\d+›/g, '') === '' ? [] : [`a piece is torn in "${text.slice(0, 2000)}"`]
  for (const [, session = '', piece] of text.matchAll(/‹([\w-]+):(\d+)›/g)) {
    const expected = stored.get(session) ?? 0
    if (Number(piece) !== expected)
      faults.push(`piece ${piece} of ${session} stands where ${expected} belongs`)
    stored.set(session, Number(piece) + 1)
  }
  return faults
}

function listLost(events: readonly ThreadEvent[], acknowledged: Acknowledged | undefined): string[] {
  const prompts = listPrompts(events)
  const given = new Map(
    events.flatMap(event =>
      event.type === 'permissionAnswer' && event.by === 'person' && event.outcome.outcome === 'selected'
        ? [[event.requestId, event.outcome.optionId] as const]
        : [],
    ),
  )
  return [
    ...[...(acknowledged?.prompts ?? [])]
      .filter(text => prompts.filter(prompt => prompt === text).length !== 1)
      .map(text => `the prompt "${text}" is lost or doubled`),
    ...[...(acknowledged?.answers ?? [])]
      .filter(([requestId, option]) => given.get(requestId) !== option)
      .map(([requestId]) => `the answer to ${requestId} is lost`),
  ]
}

function listPrompts(events: readonly ThreadEvent[]): string[] {
  return events.flatMap(event => event.type === 'prompt' ? event.content.flatMap(block => block.type === 'text' ? [block.text] : []) : [])
}

function listAnswers(events: readonly ThreadEvent[]): { toolCallId: string, option: string }[] {
  const asked = new Map(events.flatMap(event => event.type === 'permission' ? [[event.requestId, event.toolCall.toolCallId] as const] : []))
  return events.flatMap(event =>
    event.type === 'permissionAnswer' && event.outcome.outcome === 'selected'
      ? [{ toolCallId: asked.get(event.requestId) ?? '', option: event.outcome.optionId }]
      : [],
  )
}
