import { posix } from 'node:path'

/** What a command in a sandbox may see and change. All paths are real ones and exist, unless it says otherwise. */
export interface SandboxPolicy {
  /** Everything else is read-only. */
  readonly writable: readonly string[]
  /** Shown empty. */
  readonly hiddenFolders: readonly string[]
  /** Not readable. */
  readonly hiddenFiles: readonly string[]
  readonly protectedPlaces: ProtectedPlaces
  readonly network: boolean
  /** Where the system's name server is written down, where that is in a folder that is hidden. */
  readonly resolver?: string
}

/** What in writable folders runs or steers programs later. */
export interface ProtectedPlaces {
  /** Files and folders that stay as they are. */
  readonly fixed: readonly string[]
  /** Folders that cannot be moved away, so that no other one is put in their place. */
  readonly pinned: readonly string[]
  /** Folders that need not be there, and stay as they are or empty. */
  readonly empty: readonly string[]
}

/** What a command finds at a place. */
export type PlaceRule = 'writable' | 'hidden folder' | 'hidden file' | 'fixed' | 'empty'

/** The places of a policy from the outermost on: what is said of a place holds until something deeper in it says otherwise. */
export function placesOf({
  writable,
  hiddenFolders,
  hiddenFiles,
  protectedPlaces: { fixed, pinned, empty },
}: SandboxPolicy): { path: string, rule: PlaceRule }[] {
  const rules = new Map<string, PlaceRule>()
  const say = (paths: readonly string[], rule: PlaceRule): void => paths.forEach(path => rules.set(path, rule))
  say(hiddenFolders, 'hidden folder')
  say(hiddenFiles, 'hidden file')
  // Who names a folder that is else hidden means it.
  say(writable, 'writable')
  say(pinned, 'writable')
  say(empty, 'empty')
  say(fixed, 'fixed')
  return [...rules].map(([path, rule]) => ({ path, rule })).sort((left, right) => depthOf(left.path) - depthOf(right.path))
}

function depthOf(path: string): number {
  return path === posix.sep ? 0 : path.split(posix.sep).length
}
