import type Database from 'better-sqlite3'
import type { Unread } from '../../../shared/thread/news'
import { HostError } from '../../../shared/errors'
import { commitDurably } from '../durably'

/** The scratch folder of a thread that uses no folder of the person. */
export interface StoredScratch {
  readonly name: string
  readonly device: string
  readonly inode: string
  readonly parentDevice: string
  readonly parentInode: string
}

/** Where a thread's agent runs on another machine. */
export interface RemotePlace {
  /** Its machine, as of its last session. */
  readonly host: string
  /** The folder on that machine, if its files are there. The thread's own folder is then a scratch folder. */
  readonly folder?: string
}

/**
 * A thread's unread state. `working` marks a running turn; if it is found after a restart, Parley quit during the turn.
 */
export type ThreadMark = Unread | 'working'

/** A stored thread, without its log and entries. */
export interface StoredThread {
  readonly threadId: string
  readonly title: string
  /** Source of the title. A person's title is never replaced. */
  readonly titleFrom: 'prompt' | 'agent' | 'person'
  readonly agentId: string
  readonly agentName: string
  readonly folder: string
  readonly additionalFolders: readonly string[]
  /** Set if `folder` is a scratch folder. */
  readonly scratch?: StoredScratch
  readonly elsewhere?: RemotePlace
  readonly createdAt: number
  readonly updatedAt: number
  /** Increases with every event in any thread. Used for ordering, because clocks may be set back. */
  readonly rank: number
  /** The thread's last session. */
  readonly sessionId?: string
  readonly lastSeq: number
  readonly projectedSeq: number
  readonly entryCount: number
  readonly reducerVersion: number
  readonly mark?: ThreadMark
  /** Set if messages were queued when its state was last stored. */
  readonly hasQueue?: true
  readonly isPinned: boolean
  readonly isArchived: boolean
  /** The last known number of files with pending changes. */
  readonly pendingChanges: number
  /** Time of deletion. The thread is not listed but can be restored until it is removed. */
  readonly deletedAt?: number
}

/** A new thread. Its title comes from the first prompt, unless it continues a session that has a title. */
export type NewThread = Pick<StoredThread, 'threadId' | 'title' | 'agentId' | 'agentName' | 'folder' | 'createdAt'>
  & Partial<Pick<StoredThread, 'titleFrom' | 'additionalFolders' | 'scratch' | 'elsewhere' | 'sessionId'>>

/** The fields that can be updated; others follow from the log. `undefined` removes an optional value. */
export type ThreadPatch = Partial<
  Pick<StoredThread, 'title' | 'titleFrom' | 'agentId' | 'agentName' | 'folder' | 'scratch' | 'updatedAt' | 'sessionId' | 'mark'>
  & Pick<StoredThread, 'elsewhere'>
  & Pick<StoredThread, 'pendingChanges' | ListFields>
>

type ListFields = 'isPinned' | 'isArchived' | 'deletedAt'

interface ThreadRow extends Omit<StoredThread, OtherInRow> {
  readonly sessionId: string | null
  readonly mark: ThreadMark | null
  /** JSON. */
  readonly additionalFolders: string
  /** JSON. */
  readonly scratch: string | null
  /** JSON. */
  readonly elsewhere: string | null
  readonly hasQueue: 0 | 1 | null
  readonly isPinned: 0 | 1
  readonly isArchived: 0 | 1
  readonly deletedAt: number | null
}

/** Fields for which SQLite has no type. */
type OtherInRow = 'sessionId' | 'additionalFolders' | 'scratch' | 'elsewhere' | 'mark' | 'hasQueue' | ListFields

const columns = `
  thread_id AS threadId, title, title_from AS titleFrom, agent_id AS agentId, agent_name AS agentName, folder,
  additional_folders AS additionalFolders, scratch, elsewhere, created_at AS createdAt, updated_at AS updatedAt,
  rank, mark,
  session_id AS sessionId, last_seq AS lastSeq, projected_seq AS projectedSeq, entry_count AS entryCount, reducer_version AS reducerVersion,
  is_pinned AS isPinned, is_archived AS isArchived, deleted_at AS deletedAt,
  pending_changes AS pendingChanges, instr(head, '"queue":{') > 0 AS hasQueue`

/** Excludes deleted threads, whose rows are erased in small steps. */
const isNotDeleted = 'thread_id NOT IN (SELECT thread_id FROM deleted_threads)'

/** The list of threads. */
export class ThreadTable {
  readonly #sql: Database.Database
  readonly #insert: Database.Statement<[Pick<ThreadRow, keyof NewThread>]>

  readonly #list: Database.Statement<[], ThreadRow>
  readonly #listDeleted: Database.Statement<[], ThreadRow>
  readonly #read: Database.Statement<[string], ThreadRow>
  readonly #update: Database.Statement<[ThreadRow]>
  readonly #mark: Database.Statement<[string]>
  readonly #forgetTrust: Database.Statement<[string]>
  readonly #forgetChoices: Database.Statement<[{ suffix: string }]>

  constructor(sql: Database.Database) {
    this.#sql = sql
    this.#insert = sql.prepare(`
      INSERT INTO threads (
        thread_id, title, title_from, agent_id, agent_name, folder, additional_folders, scratch, elsewhere,
        created_at, updated_at, session_id, rank
      ) VALUES (
        @threadId, @title, @titleFrom, @agentId, @agentName, @folder, @additionalFolders, @scratch, @elsewhere,
        @createdAt, @createdAt, @sessionId,
        (SELECT coalesce(max(rank), 0) + 1 FROM threads)
      )`)
    const listed = (which: string): string => `
      SELECT ${columns} FROM threads WHERE ${isNotDeleted} AND ${which} ORDER BY rank DESC, rowid DESC`
    this.#list = sql.prepare(listed('deleted_at IS NULL'))
    this.#listDeleted = sql.prepare(listed('deleted_at IS NOT NULL'))
    this.#read = sql.prepare(`SELECT ${columns} FROM threads WHERE thread_id = ? AND ${isNotDeleted}`)
    this.#update = sql.prepare(`
      UPDATE threads SET title = @title, title_from = @titleFrom, agent_id = @agentId, agent_name = @agentName, folder = @folder,
        scratch = @scratch, elsewhere = @elsewhere, updated_at = @updatedAt, session_id = @sessionId,
        mark = @mark, is_pinned = @isPinned, is_archived = @isArchived, deleted_at = @deletedAt,
        pending_changes = @pendingChanges
      WHERE thread_id = @threadId`)
    // Trust in a scratch folder only applied to its thread.
    this.#forgetTrust = sql.prepare(`
      DELETE FROM trusted_commands WHERE folder IN (SELECT folder FROM threads WHERE thread_id = ? AND scratch IS NOT NULL)`)
    // Windows store choices about a thread under names that end with its id.
    this.#forgetChoices = sql.prepare('DELETE FROM last_choices WHERE substr(name, -length(@suffix)) = @suffix')
    this.#mark = sql.prepare('INSERT OR IGNORE INTO deleted_threads (thread_id) VALUES (?)')
  }

  create(thread: NewThread): StoredThread {
    const { titleFrom = 'prompt', additionalFolders = [], scratch, elsewhere, sessionId = null } = thread
    this.#insert.run({
      ...thread,
      titleFrom,
      additionalFolders: JSON.stringify(additionalFolders),
      scratch: scratch ? JSON.stringify(scratch) : null,
      elsewhere: elsewhere ? JSON.stringify(elsewhere) : null,
      createdAt: Math.round(thread.createdAt),
      sessionId,
    })
    return this.read(thread.threadId)!
  }

  /** Lists the threads, or the deleted ones that can be restored. */
  list(which?: 'deleted'): StoredThread[] {
    return (which === 'deleted' ? this.#listDeleted : this.#list).all().map(toStoredThread)
  }

  read(threadId: string): StoredThread | undefined {
    const row = this.#read.get(threadId)
    return row && toStoredThread(row)
  }

  update(threadId: string, patch: ThreadPatch): StoredThread {
    const row = this.#read.get(threadId)
    if (row === undefined)
      throw new HostError('not_found', 'This thread no longer exists. Open another one.')
    const { scratch, elsewhere, isPinned, isArchived, ...rest } = patch
    const changed = {
      ...row,
      ...rest,
      ...scratch && { scratch: JSON.stringify(scratch) },
      ...elsewhere && { elsewhere: JSON.stringify(elsewhere) },
    }
    const change = (): unknown => this.#update.run({
      ...changed,
      sessionId: changed.sessionId ?? null,
      mark: changed.mark ?? null,
      updatedAt: Math.round(changed.updatedAt),
      isPinned: Number(isPinned ?? row.isPinned) as 0 | 1,
      isArchived: Number(isArchived ?? row.isArchived) as 0 | 1,
      deletedAt: changed.deletedAt ?? null,
    })
    if ('deletedAt' in patch)
      commitDurably(this.#sql, change)
    else
      change()
    return this.read(threadId)!
  }

  /**
   * Removes a thread immediately. Housekeeping then erases it, as listed in `deleted_threads`, from this file and its
   * copies.
   */
  remove(threadId: string): void {
    const all = this.#sql.transaction(() => {
      this.#forgetTrust.run(threadId)
      this.#forgetChoices.run({ suffix: `.${threadId}` })
      this.#mark.run(threadId)
    })
    commitDurably(this.#sql, all)
  }
}

function toStoredThread(row: ThreadRow): StoredThread {
  const { sessionId, additionalFolders, scratch, elsewhere, mark, hasQueue, isPinned, isArchived, ...rest } = row
  const { deletedAt, ...thread } = rest
  return {
    ...thread,
    isPinned: isPinned === 1,
    isArchived: isArchived === 1,
    ...(deletedAt !== null && { deletedAt }),
    // `create` and `update` wrote them
    additionalFolders: JSON.parse(additionalFolders) as string[],
    ...(scratch !== null && { scratch: JSON.parse(scratch) as StoredScratch }),
    ...(elsewhere !== null && { elsewhere: JSON.parse(elsewhere) as RemotePlace }),
    ...(sessionId !== null && { sessionId }),
    ...(mark !== null && { mark }),
    ...(hasQueue && { hasQueue: true }),
  }
}
