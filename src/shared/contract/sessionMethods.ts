import { z } from 'zod'
import { method } from './method'

/** An agent in a folder, with the command line that the person saw and so trusts; `command_changed` when it is no longer what would run. */
const place = { agentId: z.string(), folder: z.string(), command: z.string() }
const sessionId = z.string().min(1).max(256)

/** What is asked of the host about the sessions that agents have themselves: part of the contract. */
export const sessionMethods = {
  /**
   * A page of an agent's sessions, with Parley's own threads of it among them; starts the agent in `folder` where it does not run there.
   * A `cursor` is what the agent said with the page before: it may mean something to the running agent only. `sign_in_needed` where it
   * wants that first.
   */
  listSessions: method(z.object({ ...place, inAllFolders: z.boolean(), cursor: z.string().optional() })).returns<SessionPage>(),
  /** A thread that goes on with a session: the one that has it already, or a new one, which the agent's own telling fills. */
  openSession: method(
    z.object({ ...place, additionalFolders: z.array(z.string()).max(20).optional(), sessionId, title: z.string().optional() }),
  ).returns<{ threadId: string }>(),
  /** Has the agent delete one of its sessions for good. */
  deleteSession: method(z.object({ ...place, sessionId })).returns<void>(),
  /** Makes a thread in which an agent can be signed in that wants this before it tells of its sessions. */
  startSignIn: method(z.object(place)).returns<{ threadId: string }>(),
  /** Whether a thread's agent can delete its session, as far as it said when it last ran. */
  canDeleteSession: method(z.object({ threadId: z.string() })).returns<boolean>(),
}

/** A session of an agent's. */
export interface ListedSession {
  readonly sessionId: string
  readonly folder: string
  readonly additionalFolders: readonly string[]
  readonly title?: string
  /** Milliseconds since 1970. */
  readonly updatedAt?: number
  /** The thread that goes on with it. */
  readonly threadId?: string
}

/** A page of sessions, and what the agent can do with them. */
export interface SessionPage {
  readonly sessions: readonly ListedSession[]
  readonly nextCursor?: string
  /** The agent told of more at once than a page may have; those are left out. */
  readonly isCut?: boolean
  /** Without it there are only Parley's own. */
  readonly canList: boolean
  readonly canOpen: boolean
  readonly canDelete: boolean
}
