import { z } from 'zod'
import { method } from '../method'

/** An agent in a folder, and the command line that the person saw and trusts; `command_changed` if another one would run by now. */
const place = { agentId: z.string(), folder: z.string(), command: z.string() }
const sessionId = z.string().min(1).max(256)

/** Methods about the sessions that agents keep themselves. */
export const sessionMethods = {
  /**
   * A page of an agent's sessions, including those of Parley's own threads. Starts the agent in `folder` if it does not run there yet.
   * `cursor` is the previous page's `nextCursor` and may only mean something to the process that gave it. Fails with `sign_in_needed`
   * if the agent wants a sign-in first.
   */
  listSessions: method(z.object({ ...place, inAllFolders: z.boolean(), cursor: z.string().optional() })).returns<SessionPage>(),
  /** Opens a session as a thread: the one that has it already, or a new one, filled by the agent's replay. */
  openSession: method(
    z.object({ ...place, additionalFolders: z.array(z.string()).max(20).optional(), sessionId, title: z.string().optional() }),
  ).returns<{ threadId: string }>(),
  /** Has the agent delete one of its sessions for good. */
  deleteSession: method(z.object({ ...place, sessionId })).returns<void>(),
  /** Makes a thread to sign in to an agent that wants a sign-in before it lists its sessions. */
  startSignIn: method(z.object(place)).returns<{ threadId: string }>(),
  /** Whether a thread's agent can delete its session, by what the agent said when it last ran. */
  canDeleteSession: method(z.object({ threadId: z.string() })).returns<boolean>(),
}

/** A session that an agent lists. */
export interface ListedSession {
  readonly sessionId: string
  readonly folder: string
  readonly additionalFolders: readonly string[]
  readonly title?: string
  /** Milliseconds since 1970. */
  readonly updatedAt?: number
  /** The thread that has it. */
  readonly threadId?: string
}

/** A page of sessions, and what the agent can do with them. */
export interface SessionPage {
  readonly sessions: readonly ListedSession[]
  readonly nextCursor?: string
  /** The agent listed more sessions than one page may hold; the rest was dropped. */
  readonly isCut?: boolean
  /** If not, only the sessions of Parley's threads are listed. */
  readonly canList: boolean
  readonly canOpen: boolean
  readonly canDelete: boolean
}
