import type { AgentLogEntry } from '../../agentLog/agentLogEntry'
import type { InstallProgress, PreflightCheck } from '../../settings/installing'
import type { AgentListing, CatalogueStatus } from '../agentListing'
import { z } from 'zod'
import {
  type AgentTestResult,
  customAgentSchema,
  type CustomAgentView,
  testedAgentSchema,
} from '../../settings/settings'
import { method } from '../method'

/**
 * An agent in a folder, and the command line that the person saw and trusts. Fails with `command_changed` if a
 * different one would run.
 */
const place = { agentId: z.string(), folder: z.string(), command: z.string() }

const sessionId = z.string().min(1).max(256)

/** A session listed by an agent. */
export interface ListedSession {
  readonly sessionId: string
  readonly folder: string
  readonly additionalFolders: readonly string[]
  readonly title?: string
  /** Milliseconds since 1970. */
  readonly updatedAt?: number
  /** The thread that uses it. */
  readonly threadId?: string
}

/** A page of sessions, and which actions the agent supports. */
export interface SessionPage {
  readonly sessions: readonly ListedSession[]
  readonly nextCursor?: string
  /** The agent listed more sessions than a page may contain; the rest was dropped. */
  readonly isCut?: boolean
  /** If false, only the sessions of Parley's threads are listed. */
  readonly canList: boolean
  readonly canOpen: boolean
  readonly canDelete: boolean
}

/** Methods for agents: the list, installation, sign-in, stored sessions, and the agent log. */
export const agentMethods = {
  listAgents: method(z.object({})).returns<AgentListing[]>(),
  /** When the catalogue was fetched, and whether an update failed. */
  catalogueStatus: method(z.object({})).returns<CatalogueStatus>(),
  /** Hides or shows an agent of the catalogue. */
  hideAgent: method(z.object({ agentId: z.string(), isHidden: z.boolean() })).returns<void>(),
  /** Reads an agent's definition in `settings.json`. */
  readAgent: method(z.object({ agentId: z.string() })).returns<CustomAgentView>(),
  /**
   * Writes an agent to `settings.json`, creating one if no id is given. Fails with `name_taken`; returns the agent's
   * id.
   */
  saveAgent: method(z.object({ agentId: z.string().optional(), agent: customAgentSchema })).returns<{ agentId: string }>(),
  removeAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /**
   * Starts or contacts the agent of a form once. The person has seen the command or address. Nothing is saved, and no
   * process remains. With `agentId`, headers without a value are that agent's stored ones.
   */
  testAgent: method(z.object({ testId: z.string().max(100), agentId: z.string().optional(), agent: testedAgentSchema }))
    .returns<AgentTestResult>(),
  cancelAgentTest: method(z.object({ testId: z.string().max(100) })).returns<void>(),

  /** Starts installing or updating an agent of the catalogue; `installProgress` events follow. */
  installAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Resolves once the unfinished installation has been removed. */
  cancelInstall: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Uninstalls an agent; fails with `busy` while it runs. */
  uninstallAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  listInstalls: method(z.object({})).returns<InstallProgress[]>(),
  /** Checks whether an agent can start in a folder. */
  preflightAgent: method(z.object({ agentId: z.string(), folder: z.string().optional() })).returns<PreflightCheck[]>(),

  /**
   * Lists a page of an agent's sessions, including those of Parley's threads. Starts the agent in `folder` if it is not
   * running there. `cursor` is the previous page's `nextCursor`, and may be valid only for the process that issued it.
   * Fails with `sign_in_needed` if the agent requires a sign-in first.
   */
  listSessions: method(z.object({ ...place, inAllFolders: z.boolean(), cursor: z.string().optional() })).returns<SessionPage>(),
  /** Opens a session as a thread: the thread that already uses it, or a new one filled by the agent's replay. */
  openSession: method(
    z.object({ ...place, additionalFolders: z.array(z.string()).max(20).optional(), sessionId, title: z.string().optional() }),
  ).returns<{ threadId: string }>(),
  /** Asks the agent to delete one of its sessions permanently. */
  deleteSession: method(z.object({ ...place, sessionId })).returns<void>(),
  /** Creates a thread for signing in to an agent that requires it before listing sessions. */
  startSignIn: method(z.object(place)).returns<{ threadId: string }>(),
  /** Whether a thread's agent can delete its session, according to its last run. */
  canDeleteSession: method(z.object({ threadId: z.string() })).returns<boolean>(),

  /**
   * Runs one of the agent's sign-in methods, in a terminal or in the agent itself, then reopens the session. Waits for
   * the person; `ThreadActivity` shows the progress. Resolves when done or cancelled, rejects on failure.
   */
  signIn: method(z.object({ threadId: z.string(), methodId: z.string() })).returns<void>(),
  /** Stores keys as environment variables of the agent, restarts it and signs in by that method. */
  signInByKey: method(z.object({
    threadId: z.string(),
    methodId: z.string(),
    keys: z.record(z.string().max(100), z.string().max(100_000)),
  })).returns<void>(),
  cancelSignIn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Signs the agent out. Requires `ThreadHead.session.canSignOut`. */
  signOut: method(z.object({ threadId: z.string() })).returns<void>(),

  /**
   * The kept messages between the thread's agent and Parley, with secrets redacted. Later ones follow as
   * `agentLogEntries` until `leaveAgentLog`.
   */
  openAgentLog: method(z.object({ threadId: z.string() })).returns<AgentLogEntry[]>(),
  leaveAgentLog: method(z.object({ threadId: z.string() })).returns<void>(),
  /** The full text of a truncated entry. */
  readAgentLogEntry: method(z.object({ threadId: z.string(), entryId: z.string() })).returns<string>(),
  /**
   * Exports the thread, its terminals and its agent log to one file. Secrets are redacted, and so are file contents
   * unless `withContents`.
   */
  exportBundle: method(z.object({ threadId: z.string(), withContents: z.boolean() })).returns<{ path: string, bytes: number }>(),
}
