import type { InstallOffer } from '../settings/installing'

/** An outdated program and its successor. */
interface OlderListing {
  /** Its display name. */
  readonly program: string
  /** Its successor in the catalogue. */
  readonly current?: { readonly agentId: string, readonly name: string }
}

/** How a remote agent is reached. */
interface ListedAddress {
  /** Its machine, with the port if that is unusual. */
  readonly host: string
  /** The names of the headers that are sent. */
  readonly headers: readonly string[]
  /** Where the files that it works on are. */
  readonly files: 'there' | 'here'
}

/** An agent in the New thread form. */
export interface AgentListing {
  readonly agentId: string
  readonly name: string
  /** From `settings.json`, shipped with Parley, or from the public registry. */
  readonly source: 'settings' | 'builtin' | 'catalogue'
  readonly state: 'ready' | 'needs install' | 'needs sign-in' | 'unavailable'
  /** Why the agent is not ready and what helps; if it is ready, its source or a note about an update. */
  readonly why?: string
  /** The command line that will run, as a person would type it, or the address; empty if there is none yet. */
  readonly command: string
  /** Set if the agent runs on another machine. */
  readonly address?: ListedAddress
  /**
   * Set if the command runs an outdated program of a catalogue agent. `current` names that agent, unless it is this
   * one.
   */
  readonly older?: OlderListing
  /** The names of the environment variables that the person set for the agent. */
  readonly variables?: readonly string[]
  readonly description?: string
  /** Sample prompts for an empty thread. */
  readonly suggestions?: readonly string[]
  /** The agent reads files without asking Parley, so it sees unsaved text only through Parley's tools. */
  readonly readsFiles?: 'itself'
  /** Who runs the agent's commands, if known. */
  readonly runsCommands?: 'parley' | 'itself'
  /** Popular, so listed near the top. */
  readonly isWellKnown?: boolean
  /** SVG source, used as a mask. */
  readonly icon?: string
  /** The person has hidden the agent. */
  readonly isHidden?: boolean
  readonly install?: InstallOffer
}

/** The state of the catalogue, a copy of the public agent registry. */
export interface CatalogueStatus {
  /** When the catalogue was fetched, in milliseconds since 1970. */
  readonly asOf: number
  /** The number of invalid entries. */
  readonly skipped: number
  /** Why the last update failed. */
  readonly failure?: string
}
