import type { KnownModes } from '../../shared/thread/options/modes'

/** How an agent is started: from `settings.json`, or built in. */
export interface AgentDefinition {
  readonly agentId: string
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Added to the person's own environment. */
  readonly env: Readonly<Record<string, string>>
  /** Keys of the person's, as further variables: they change who the agent is signed in as, not what it runs. */
  readonly keys?: Readonly<Record<string, string>>
  /** Shipped with Parley, or installed by it when the person asked: a new version of it is still the same program. */
  readonly isInstalledByParley?: boolean
  /** What it is offered; everything when absent. */
  readonly offers?: ClientCapabilities
  /** Its questions come as requests for permission. */
  readonly asksInPermissions?: true
  /** Who runs its commands, where that is known. */
  readonly runsCommands?: 'parley' | 'itself'
  /** It reads files without asking Parley, where that is known. */
  readonly readsFiles?: 'itself'
  /** The title of its request to run something is the whole command. */
  readonly titlesCommands?: true
  /** Paths, as a pattern, of files that are empty to it when they are not there. */
  readonly emptyFiles?: string
  /** Paths, as a pattern, of files that it looks for beside every other one. */
  readonly probes?: string
  /** In which of its modes it asks, where their names do not tell. */
  readonly modes?: KnownModes
  /** What it sets for every command, which changes nothing about what runs. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The facts about an agent that decide how its requests are read. */
export type AgentDialect = Pick<
  AgentDefinition,
  'asksInPermissions' | 'runsCommands' | 'titlesCommands' | 'emptyFiles' | 'probes' | 'variables'
>

/** Deadlines of a connection, all in milliseconds. A prompt and a sign-in have none. */
export interface AgentDeadlines {
  readonly initializeMs: number
  readonly sessionMs: number
  /** For a mode or option that the person sets: their next message waits for it. */
  readonly settingMs: number
  /** For the answer to `session/close`. */
  readonly closeSessionMs: number
  /** From the end of its input to the first signal. */
  readonly closeMs: number
  /** From the polite signal to the hard one. */
  readonly graceMs: number
}

/**
 * Codex takes 2 s to leave after the end of its input, hence 3 s; npx and uvx may install before they answer, hence 60
 * s.
 */
export const agentDeadlines: AgentDeadlines = {
  initializeMs: 60_000,
  sessionMs: 120_000,
  settingMs: 30_000,
  closeSessionMs: 1_000,
  closeMs: 3_000,
  graceMs: 2_000,
}

/** What Parley offers to agents; each can be switched off. */
export interface ClientCapabilities {
  readonly readTextFile: boolean
  readonly writeTextFile: boolean
  readonly terminal: boolean
  readonly elicitation: boolean
}

/** What is offered when nothing is switched off. */
export const allCapabilities: ClientCapabilities = {
  readTextFile: true,
  writeTextFile: true,
  terminal: true,
  elicitation: true,
}
