import type { AgentLogEntry } from '../../agentLog/agentLogEntry'
import type { InstallProgress, PreflightCheck } from '../../settings/installing'
import type { AgentListing, CatalogueStatus } from '../agentListing'
import { z } from 'zod'
import { type OwnAgent, ownAgentSchema } from '../../settings/settings'
import { method } from '../method'

/**
 * An agent in a folder, and the command line that the person saw and trusts; `command_changed` if another one would run
 * by now.
 */
const place = { agentId: z.string(), folder: z.string(), command: z.string() }

const sessionId = z.string().min(1).max(256)

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

/** Methods about agents: the list, installing, sign-in, sessions that agents keep, and the agent log. */
export const agentMethods = {
  listAgents: method(z.object({})).returns<AgentListing[]>(),
  /** How new the catalogue is. */
  catalogueStatus: method(z.object({})).returns<CatalogueStatus>(),
  /** Hides an agent of the catalogue, or shows it again. */
  hideAgent: method(z.object({ agentId: z.string(), isHidden: z.boolean() })).returns<void>(),
  /** An agent as `settings.json` defines it. */
  readAgent: method(z.object({ agentId: z.string() })).returns<OwnAgent>(),
  /**
   * Writes an agent to `settings.json`: a new one if no id is given. Fails with `name_taken`; answers with the agent's
   * id.
   */
  saveAgent: method(z.object({ agentId: z.string().optional(), agent: ownAgentSchema })).returns<{ agentId: string }>(),
  /** Removes an agent from `settings.json`. */
  removeAgent: method(z.object({ agentId: z.string() })).returns<void>(),

  /** Starts to install or update an agent of the catalogue; `installProgress` events follow. */
  installAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Answers once the unfinished installation is removed. */
  cancelInstall: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Removes an installed agent; fails with `busy` while it runs. */
  uninstallAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Running and failed installations. */
  listInstalls: method(z.object({})).returns<InstallProgress[]>(),
  /** Checks whether an agent can start in a folder. */
  preflightAgent: method(z.object({ agentId: z.string(), folder: z.string().optional() })).returns<PreflightCheck[]>(),

  /**
   * A page of an agent's sessions, including those of Parley's own threads. Starts the agent in `folder` if it does not
   * run there yet. `cursor` is the previous page's `nextCursor` and may only mean something to the process that gave
   * it. Fails with `sign_in_needed` if the agent wants a sign-in first.
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

  /**
   * Runs one of the agent's sign-in methods, in a terminal or by the agent itself, then reopens the session. Takes as
   * long as the person needs; `ThreadActivity` shows the progress. Resolves when it is done or cancelled, rejects when
   * it failed.
   */
  signIn: method(z.object({ threadId: z.string(), methodId: z.string() })).returns<void>(),
  /** Keeps keys as variables of the agent's, starts it again with them and signs in by that method. */
  signInByKey: method(z.object({
    threadId: z.string(),
    methodId: z.string(),
    keys: z.record(z.string().max(100), z.string().max(100_000)),
  })).returns<void>(),
  /** Ends a running sign-in. */
  cancelSignIn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Signs the agent out, if `ThreadHead.session.canSignOut`. */
  signOut: method(z.object({ threadId: z.string() })).returns<void>(),

  /**
   * The messages between the thread's agent and Parley that are still kept, with secrets redacted. Later ones follow as
   * `agentLogEntries`, until `leaveAgentLog`.
   */
  openAgentLog: method(z.object({ threadId: z.string() })).returns<AgentLogEntry[]>(),
  leaveAgentLog: method(z.object({ threadId: z.string() })).returns<void>(),
  /** The full text of a shortened entry. */
  readAgentLogEntry: method(z.object({ threadId: z.string(), entryId: z.string() })).returns<string>(),
  /**
   * Writes the thread, its terminals and its agent log to one file, with secrets redacted, and file contents too unless
   * wanted.
   */
  exportBundle: method(z.object({ threadId: z.string(), withContents: z.boolean() })).returns<{ path: string, bytes: number }>(),
}
