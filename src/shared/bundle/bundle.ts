import type { TraceEntry } from '../agentLog/agentLogEntry'
import type { TerminalView } from '../contract/terminalView'
import type { ThreadEvent } from '../thread/events'

/** Larger bundles are neither opened nor written. */
export const maxBundleBytes = 64 * 1024 * 1024
/** The first fields of a bundle, which tell it from other JSON and from bundles of other versions. */
export const bundleFormat = 'parley-bundle'
/** The version of the format; bundles of another one are refused. */
export const bundleVersion = 1

/** A thread with everything that is needed to see elsewhere what happened in it, with secrets redacted. */
export interface Bundle {
  readonly format: typeof bundleFormat
  readonly version: typeof bundleVersion
  /** Milliseconds since 1970. */
  readonly exportedAt: number
  /** The Parley that wrote it. */
  readonly made: { readonly parley: string, readonly platform: string }
  readonly thread: { readonly title: string, readonly agentName: string, readonly folder: string, readonly createdAt: number }
  /** What the agent said about itself, if it still runs or was started since. */
  readonly agent?: { readonly name: string, readonly version?: string, readonly command: string, readonly exit?: string }
  /** Contents of files and output of commands were left out. */
  readonly isWithoutContents: boolean
  readonly events: readonly ThreadEvent[]
  readonly terminals: readonly TerminalView[]
  /** The messages between the agent and Parley that were still kept. */
  readonly trace: readonly TraceEntry[]
}
