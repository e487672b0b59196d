import type { CreateElicitationResponse, TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { AgentLogEntry } from '../agentLog/agentLogEntry'
import type { InstallOffer, InstallProgress } from '../settings/installing'
import type { SandboxedRun } from '../settings/sandbox'
import type { ThreadEvent } from '../thread/events'
import type { ThreadActivity } from '../thread/threadActivity'
import type { Entry, Transcript } from '../thread/transcript'
import { z } from 'zod'
import { type OwnAgent, ownAgentSchema, type SettingsFault } from '../settings/settings'
import { isJsonObject } from '../text/jsonObject'
import { installMethods } from './installMethods'
import { method, type Method } from './method'
import { ruleMethods } from './ruleMethods'
import { sandboxMethods } from './sandboxMethods'
import { sessionMethods } from './sessionMethods'
import { settingsMethods } from './settingsMethods'
import { terminalMethods } from './terminalMethods'
import { threadStartMethods } from './threadStartMethods'
import { trustMethods } from './trustMethods'

/**
 * Everything between host and renderer, declared once. The host checks parameters with these schemas; results are typed only.
 * To add a method: declare it here, and the compiler asks for its handler in `src/main/host/handlers.ts`.
 */
export const hostMethods = {
  ...settingsMethods,
  ...sandboxMethods,
  ...installMethods,
  ...ruleMethods,
  ...sessionMethods,
  ...terminalMethods,
  ...threadStartMethods,
  ...trustMethods,
  /** The first call of a renderer: who the host is and what it can do. */
  hello: method(z.object({})).returns<HostGreeting>(),

  listAgents: method(z.object({})).returns<AgentListing[]>(),
  /** How new the catalogue is. */
  catalogueStatus: method(z.object({})).returns<CatalogueStatus>(),
  /** Keeps an agent of the catalogue out of sight, or shows it again. */
  hideAgent: method(z.object({ agentId: z.string(), isHidden: z.boolean() })).returns<void>(),
  /** An agent of `settings.json` as it stands there. */
  readAgent: method(z.object({ agentId: z.string() })).returns<OwnAgent>(),
  /**
   * Writes an agent into `settings.json`: the one with that id, or a new one. `name_taken` when another has the name. Answers with its id.
   */
  saveAgent: method(z.object({ agentId: z.string().optional(), agent: ownAgentSchema })).returns<{ agentId: string }>(),
  /** Takes an agent out of `settings.json`. */
  removeAgent: method(z.object({ agentId: z.string() })).returns<void>(),
  /** Opens the desktop's folder dialog; `undefined` when it was closed. Only where `HostGreeting.canChooseFolder`. */
  chooseFolder: method(z.object({ startAt: z.string().optional() })).returns<string | undefined>(),
  /** Asks the person's login shell again for the environment of agents and commands; for those that start from here on. */
  refreshEnvironment: method(z.object({})).returns<void>(),

  listThreads: method(z.object({})).returns<ThreadSummary[]>(),
  /** The end of a thread's transcript. From here on its events come as `threadEvents`, until `leaveThread`. */
  openThread: method(z.object({ threadId: z.string() })).returns<Transcript>(),
  leaveThread: method(z.object({ threadId: z.string() })).returns<void>(),
  /** At most `limit` entries that stand before index `before`, oldest first. */
  readEntries: method(z.object({ threadId: z.string(), before: z.number().int(), limit: z.number().int().min(1).max(500) })).returns<
    Entry[]
  >(),
  renameThread: method(z.object({ threadId: z.string(), title: z.string().min(1).max(200) })).returns<void>(),
  /**
   * Ends its agent session and deletes its log; `inAgent` has the agent delete the session first, and nothing is deleted when it does not.
   */
  deleteThread: method(z.object({ threadId: z.string(), inAgent: z.boolean().optional() })).returns<void>(),

  /** Sends a prompt, starting or reconnecting the agent first where needed. Answers once the prompt is stored. */
  sendPrompt: method(z.object({ threadId: z.string(), content: z.array(z.looseObject({ type: z.string() })).min(1) })).returns<void>(),
  /** Keeps a copy of a file, as base64, for an agent that takes no such content; answers with an address to send as a link. */
  keepAttachment: method(z.object({ threadId: z.string(), name: z.string().min(1).max(1000), data: z.string().max(28_000_000) })).returns<{
    uri: string
  }>(),
  /** Asks the agent to end the turn; every open question is answered `cancelled`. */
  cancelTurn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Ends the agent's process at once; the next prompt starts it again. */
  forceStop: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Starts the agent again and goes on with the thread's session where it can. */
  restartAgent: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Runs one of the agent's sign-in methods, in a terminal or by the agent itself, then opens the session again. Takes as long as the
   * person does; `ThreadActivity` tells how it stands. Answers too when it was cancelled, rejects when it failed.
   */
  signIn: method(z.object({ threadId: z.string(), methodId: z.string() })).returns<void>(),
  /** Ends a sign-in that runs. */
  cancelSignIn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Signs the agent out, where `ThreadHead.session.canSignOut`. */
  signOut: method(z.object({ threadId: z.string() })).returns<void>(),

  /** Answers a permission request; `null` cancels it. */
  answerPermission: method(z.object({ threadId: z.string(), requestId: z.string(), optionId: z.string().nullable() })).returns<void>(),
  answerElicitation: method(
    z.object({ threadId: z.string(), requestId: z.string(), response: z.custom<CreateElicitationResponse>(isElicitationResponse) }),
  ).returns<void>(),
  setMode: method(z.object({ threadId: z.string(), modeId: z.string() })).returns<void>(),
  setConfigOption: method(
    z.object({ threadId: z.string(), configId: z.string(), value: z.union([z.string(), z.boolean()]) }),
  ).returns<void>(),
  /**
   * What the thread's agent and Parley said to each other, as far as it is kept, without secrets. What follows comes as `agentLogEntries`,
   * until `leaveAgentLog`.
   */
  openAgentLog: method(z.object({ threadId: z.string() })).returns<AgentLogEntry[]>(),
  leaveAgentLog: method(z.object({ threadId: z.string() })).returns<void>(),
  /** The whole text of an entry that is cut. */
  readAgentLogEntry: method(z.object({ threadId: z.string(), entryId: z.string() })).returns<string>(),
  /**
   * Writes the thread, its terminals and its agent's log to a file of its own, without secrets, and without what is in files where asked
   * for.
   */
  exportBundle: method(z.object({ threadId: z.string(), withContents: z.boolean() })).returns<{ path: string, bytes: number }>(),

  /** Opens a web address outside Parley, after the host's own check of it. */
  openExternal: method(z.object({ url: z.string().max(8192) })).returns<void>(),
}

/** What the host tells a renderer without being asked. */
export interface HostEvents {
  threadEvents: { threadId: string, events: ThreadEvent[] }
  /** A thread was made, or its title, state or time changed. */
  threadChanged: ThreadSummary
  threadRemoved: { threadId: string }
  /** `offset` counts characters from the terminal's start, as in `TerminalView`. */
  terminalOutput: { threadId: string, terminalId: string, data: string, offset: number }
  agentLogEntries: { threadId: string, entries: AgentLogEntry[] }
  terminalChanged: { threadId: string, terminalId: string, state: TerminalView['state'], exit?: TerminalExitStatus, sandbox?: SandboxedRun }
  agentsChanged: AgentListing[]
  catalogueChanged: CatalogueStatus
  installProgress: InstallProgress
  settingsFaults: SettingsFault[]
  /** The person followed a notification. */
  showThread: { threadId: string }
  /** As in `HostGreeting.problems`. */
  storageProblems: string[]
  /** What agents say cannot be stored for now, and why; without words it can again. */
  storageTrouble: { words?: string }
  /** The desktop's menu asks the renderer for something. */
  menu: { action: 'newThread', agentId?: string }
}

/** What a renderer learns first. */
export interface HostGreeting {
  readonly version: string
  readonly shell: 'desktop' | 'web'
  readonly platform: string
  readonly canChooseFolder: boolean
  /** What the New thread form starts with. */
  readonly preselect: { readonly agentId?: string, readonly folder?: string }
  readonly settingsPath: string
  readonly settingsFaults: SettingsFault[]
  /** What happened to the stored data that a person must know of, such as a database set aside. */
  readonly problems: string[]
  /** As in the event of that name. */
  readonly storageTrouble?: string
}

/** An agent as the New thread form shows it. */
export interface AgentListing {
  readonly agentId: string
  readonly name: string
  /** From `settings.json`, shipped with Parley, or from the public registry. */
  readonly source: 'settings' | 'builtin' | 'catalogue'
  readonly state: 'ready' | 'needs install' | 'needs sign-in' | 'unavailable'
  /** Why it is not ready, and what would help; of a ready one, where it is from or that there is an update. */
  readonly why?: string
  /** The command line that will run, as a person would type it; empty while there is none. */
  readonly command: string
  /** The names of the variables that it gets beyond the person's own, where the person has set some. */
  readonly variables?: readonly string[]
  readonly description?: string
  /** Plain shapes as SVG text, to be used as a mask. */
  readonly icon?: string
  /** The person does not want to see it. */
  readonly isHidden?: boolean
  readonly install?: InstallOffer
}

/** How new the list of the public registry is. */
export interface CatalogueStatus {
  /** Milliseconds since 1970. */
  readonly asOf: number
  /** Entries that could not be understood. */
  readonly skipped: number
  /** Why the last try to get a newer one failed. */
  readonly failure?: string
}

/** A thread in the list. */
export interface ThreadSummary {
  readonly threadId: string
  readonly title: string
  readonly agentId: string
  readonly agentName: string
  readonly folder: string
  /** Further folders that were chosen for it. */
  readonly additionalFolders: readonly string[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** The list's order, the highest first: clocks may be set back. */
  readonly rank: number
  readonly activity: ThreadActivity
  /** Questions that wait for the person. */
  readonly waiting: number
}

/** A terminal as it stands when it is opened. */
export interface TerminalView {
  readonly terminalId: string
  readonly commandLine: string
  readonly cwd?: string
  readonly source: 'pty' | 'agent'
  readonly state: 'running' | 'exited' | 'killed'
  readonly exit?: TerminalExitStatus
  /** It runs, or ran, in a sandbox. */
  readonly sandbox?: SandboxedRun
  /** The kept end of the output, with its escape sequences. */
  readonly output: string
  /** Where `output` ends, in characters from the terminal's start. */
  readonly offset: number
  /** Output before `output` was dropped. */
  readonly truncated: boolean
  readonly columns: number
  readonly rows: number
}

function isElicitationResponse(value: unknown): boolean {
  return isJsonObject(value) && ['accept', 'decline', 'cancel'].includes(String(value.action))
}

/** A method of the contract by its name. */
export type MethodName = keyof typeof hostMethods
export type Params<M extends MethodName> = z.infer<(typeof hostMethods)[M]['params']>
export type Result<M extends MethodName> = (typeof hostMethods)[M] extends Method<z.ZodType, infer R> ? R : never
/** What the host implements; parameters are already checked. */
export type HostHandlers = { [M in MethodName]: (params: Params<M>) => Result<M> | Promise<Result<M>> }
/** What the renderer calls. */
export type HostClient = { [M in MethodName]: (params: Params<M>) => Promise<Result<M>> }
