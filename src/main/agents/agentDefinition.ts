import type { KnownModes } from '../../shared/thread/options/modes'
import { formatCommandLine } from '../../shared/text/commandLineForDisplay'

/** How to start or reach an agent, and the quirks of its program. */
export interface AgentDefinition {
  readonly agentId: string
  readonly name: string
  /** Empty for an agent with an address. */
  readonly command: string
  readonly args: readonly string[]
  /** Set if the agent runs on another machine. */
  readonly address?: AgentAddress
  /** Variables to add to the person's environment. */
  readonly env: Readonly<Record<string, string>>
  /** The person's API keys, as environment variables. They change the account, not which program runs. */
  readonly keys?: Readonly<Record<string, string>>
  /** Shipped or installed by Parley, so a new version still counts as the same program. */
  readonly isInstalledByParley?: boolean
  /** Client capabilities offered to the agent; all of them if absent. */
  readonly offers?: ClientCapabilities
  /** The agent sends its questions as permission requests. */
  readonly asksInPermissions?: true
  /** Who runs the agent's commands, if known. */
  readonly runsCommands?: 'parley' | 'itself'
  /** `itself`: the agent is known to read files without asking Parley. */
  readonly readsFiles?: 'itself'
  /** The title of the agent's request to run a command is the whole command. */
  readonly titlesCommands?: true
  /** A path pattern. Matching files read as empty if they do not exist. */
  readonly emptyFiles?: string
  /** A path pattern of files that the agent looks for next to every file it touches. */
  readonly probes?: string
  /** Which of its modes ask for permission, if their names do not show it. */
  readonly modes?: KnownModes
  /** Variables that the agent sets for every command, and that do not change what runs. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The address of an agent that Parley does not start. */
export interface AgentAddress {
  /** `wss://` or `https://`, or on this machine `ws://` or `http://`. */
  readonly url: string
  /** Sent with every request. They contain the person's credentials. */
  readonly headers: Readonly<Record<string, string>>
  /** Where its files are: on its machine, or on this one, where it accesses them through Parley. */
  readonly files: 'there' | 'here'
}

/** The quirks of an agent that affect how its requests are interpreted. */
export type AgentDialect = Pick<
  AgentDefinition,
  'address' | 'asksInPermissions' | 'runsCommands' | 'titlesCommands' | 'emptyFiles' | 'probes' | 'variables'
>

/** How the agent is started or reached, as shown to the person, who trusts it by starting the agent. */
export function formatLaunchLine({ command, args, address }: Pick<AgentDefinition, 'command' | 'args' | 'address'>): string {
  return address?.url ?? formatCommandLine(command, args)
}

/** Deadlines of a connection, all in milliseconds. A prompt and a sign-in have none. */
export interface AgentDeadlines {
  readonly initializeMs: number
  readonly sessionMs: number
  /** For setting a mode or an option, which delays the person's next message. */
  readonly settingMs: number
  /** For the answer to `session/close`. */
  readonly closeSessionMs: number
  /** From closing stdin to the first signal. */
  readonly closeMs: number
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number
}

/**
 * `closeMs`: Codex takes 2 s to exit after its stdin closes. `initializeMs`: npx and uvx may first install a package.
 */
export const agentDeadlines: AgentDeadlines = {
  initializeMs: 60_000,
  sessionMs: 120_000,
  settingMs: 30_000,
  closeSessionMs: 1_000,
  closeMs: 3_000,
  graceMs: 2_000,
}

/** The client capabilities that a person can disable per agent. */
export interface ClientCapabilities {
  readonly readTextFile: boolean
  readonly writeTextFile: boolean
  readonly terminal: boolean
  readonly elicitation: boolean
}

export const allCapabilities: ClientCapabilities = {
  readTextFile: true,
  writeTextFile: true,
  terminal: true,
  elicitation: true,
}
