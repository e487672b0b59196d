import type { TraceEntry } from '../agentLog/traceEntry'
import type { TerminalView } from '../contract/terminalView'
import type { ThreadEvent } from '../thread/events'

/** Larger files are not opened, and not made. */
export const maxBundleBytes = 64 * 1024 * 1024
/** What the first lines of a bundle say, so that it is told from other JSON, and from a bundle of another Parley. */
export const bundleFormat = 'parley-bundle'
export const bundleVersion = 1

/** A thread with all that is needed to see what happened in it, elsewhere and later, without secrets. */
export interface Bundle {
  readonly format: typeof bundleFormat
  readonly version: typeof bundleVersion
  /** Milliseconds since 1970. */
  readonly exportedAt: number
  /** What made it. */
  readonly made: { readonly parley: string, readonly platform: string }
  readonly thread: { readonly title: string, readonly agentName: string, readonly folder: string, readonly createdAt: number }
  /** What the agent said of itself, as far as it still runs or was started since. */
  readonly agent?: { readonly name: string, readonly version?: string, readonly command: string, readonly exit?: string }
  /** What is in files and what commands printed was left out. */
  readonly isWithoutContents: boolean
  readonly events: readonly ThreadEvent[]
  readonly terminals: readonly TerminalView[]
  /** What went over the wire, as far as it was kept. */
  readonly trace: readonly TraceEntry[]
}
