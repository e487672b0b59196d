import type { ListSessionsResponse } from '@agentclientprotocol/sdk'
import type { SavedSession } from './demoSession'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { DemoSession } from './demoSession'

const pageSize = 50
/** Older sessions are deleted: this is a demo. */
const maxSessions = 200

/** Stores each session as a JSON file, so that a conversation can continue after the app was closed. */
export class SessionStore {
  readonly #folder: string
  readonly #report: (message: string) => void

  constructor({ folder, report }: { folder: string, report: (message: string) => void }) {
    this.#folder = folder
    this.#report = report
  }

  read(sessionId: string): DemoSession | undefined {
    const saved = this.#readFile(sessionId)
    return saved && new DemoSession({ sessionId, cwd: saved.cwd, saved })
  }

  write(session: DemoSession): void {
    const path = this.#path(session.sessionId)
    if (path === undefined)
      return
    try {
      mkdirSync(this.#folder, { recursive: true })
      // Renamed into place, so that a crash (which one scenario causes) leaves no partial file.
      writeFileSync(`${path}.${process.pid}`, JSON.stringify(session.saved()), { mode: 0o600 })
      renameSync(`${path}.${process.pid}`, path)
    }
    catch (error) {
      this.#report(`this conversation cannot be kept: ${String(error)}`)
    }
  }

  remove(sessionId: string): void {
    const path = this.#path(sessionId)
    if (path !== undefined)
      rmSync(path, { force: true })
  }

  /** The sessions that have messages, newest first, in pages; the cursor is the number of sessions already listed. */
  list({ cwd, cursor }: { cwd?: string, cursor?: string }): ListSessionsResponse {
    const all = this.#newestFirst()
      .map(sessionId => this.#readFile(sessionId))
      .filter(saved => saved !== undefined)
      .filter(saved => saved.title !== undefined && (cwd === undefined || saved.cwd === cwd))
    const start = Number(cursor ?? 0) || 0
    const page = all.slice(start, start + pageSize)
    return {
      sessions: page.map(({ sessionId, cwd, title, updatedAt }) => ({ sessionId, cwd, title, updatedAt })),
      ...start + pageSize < all.length && { nextCursor: String(start + pageSize) },
    }
  }

  #newestFirst(): string[] {
    try {
      const files = readdirSync(this.#folder).filter(file => file.endsWith('.json'))
      const dated = files.map(file => ({
        sessionId: file.slice(0, -'.json'.length),
        changedAt: statSync(join(this.#folder, file)).mtimeMs,
      }))
      const sorted = dated.sort((one, other) => other.changedAt - one.changedAt).map(({ sessionId }) => sessionId)
      for (const sessionId of sorted.slice(maxSessions))
        this.remove(sessionId)
      return sorted.slice(0, maxSessions)
    }
    catch (error) {
      // No folder yet means no sessions.
      if (!isMissing(error))
        this.#report(`sessions cannot be listed: ${String(error)}`)
      return []
    }
  }

  #readFile(sessionId: string): SavedSession | undefined {
    const path = this.#path(sessionId)
    if (path === undefined)
      return undefined
    try {
      // Only this program writes these files.
      return JSON.parse(readFileSync(path, 'utf8')) as SavedSession
    }
    catch (error) {
      if (!isMissing(error))
        this.#report(`session ${sessionId} cannot be read: ${String(error)}`)
      return undefined
    }
  }

  /** Ids become file names, so only ids that this agent made are accepted. */
  #path(sessionId: string): string | undefined {
    return /^demo-[\da-f-]{36}$/.test(sessionId) ? join(this.#folder, `${sessionId}.json`) : undefined
  }
}

/** Where sessions are stored: DEMO_AGENT_STATE, or the user's state folder. */
export function sessionFolder(env: NodeJS.ProcessEnv): string {
  return env.DEMO_AGENT_STATE ?? join(env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'parley-demo-agent')
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
