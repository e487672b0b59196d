import type { InstallOffer } from '../settings/installing'

/** An older program, and what takes its place. */
interface OlderListing {
  /** How it is called. */
  readonly program: string
  /** The catalogue's agent to continue with. */
  readonly current?: { readonly agentId: string, readonly name: string }
}

/** An agent as the New thread form lists it. */
export interface AgentListing {
  readonly agentId: string
  readonly name: string
  /** From `settings.json`, shipped with Parley, or from the public registry. */
  readonly source: 'settings' | 'builtin' | 'catalogue'
  readonly state: 'ready' | 'needs install' | 'needs sign-in' | 'unavailable'
  /** Why it is not ready and what helps; if it is ready, where it comes from, or that there is an update. */
  readonly why?: string
  /** The command line that will run, as a person would type it; empty if there is none yet. */
  readonly command: string
  /** What runs is the older program of an agent of the catalogue, which is named here unless it is this one. */
  readonly older?: OlderListing
  /** The names of the variables that the person has set for it. */
  readonly variables?: readonly string[]
  readonly description?: string
  /** Messages to begin with, offered while nothing was said. */
  readonly suggestions?: readonly string[]
  /** It reads files without asking Parley: what is not saved it sees by Parley's tools alone. */
  readonly readsFiles?: 'itself'
  /** Who runs its commands, where that is known. */
  readonly runsCommands?: 'parley' | 'itself'
  /** Many people look for it. */
  readonly isWellKnown?: boolean
  /** SVG text, to be used as a mask. */
  readonly icon?: string
  /** The person has hidden it. */
  readonly isHidden?: boolean
  readonly install?: InstallOffer
}

/** The state of the catalogue: the agents of the public registry. */
export interface CatalogueStatus {
  /** When it was fetched: milliseconds since 1970. */
  readonly asOf: number
  /** The number of entries that could not be read. */
  readonly skipped: number
  /** Why the last update failed. */
  readonly failure?: string
}
