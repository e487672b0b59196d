import type { TraceEntry } from '../agentLog/agentLogEntry'
import type { TerminalView } from '../contract/terminalView'
import type { ThreadEvent } from '../thread/events'

/** Larger bundles are neither read nor written. */
export const maxBundleBytes = 64 * 1024 * 1024
/** Identifies a bundle among other JSON files. */
export const bundleFormat = 'parley-bundle'
/** The format version; bundles of any other version are rejected. */
export const bundleVersion = 1

/** An exported thread with everything needed to inspect it on another machine. Secrets are redacted. */
export interface Bundle {
  readonly format: typeof bundleFormat
  readonly version: typeof bundleVersion
  /** Milliseconds since 1970. */
  readonly exportedAt: number
  /** The Parley version that exported it. */
  readonly made: { readonly parley: string, readonly platform: string }
  readonly thread: {
    readonly title: string
    readonly agentName: string
    readonly folder: string
    readonly createdAt: number
  }
  /** What the agent reported about itself, if it is running or was started since. */
  readonly agent?: {
    readonly name: string
    readonly version?: string
    readonly command: string
    readonly exit?: string
  }
  /** File contents and command output are omitted. */
  readonly isWithoutContents: boolean
  readonly events: readonly ThreadEvent[]
  readonly terminals: readonly TerminalView[]
  /** The retained messages between the agent and Parley. */
  readonly trace: readonly TraceEntry[]
}
