import type { SandboxRules } from '../../shared/settings/sandbox'
import type { Placeholder } from './gitFolder'
import { posix } from 'node:path'
import { isWithin } from '../../shared/paths'
import { realPathOrItself } from '../system/realPathOrItself'

/** What a sandboxed command may see and change. All paths are real and exist, unless noted. */
export interface SandboxPolicy {
  /** Everything else is read-only. */
  readonly writable: readonly string[]
  /** The command sees them empty. */
  readonly hiddenFolders: readonly string[]
  /** Not readable. */
  readonly hiddenFiles: readonly string[]
  /** The command sees them empty: settings of programs that fail where they cannot read them. */
  readonly blankFiles?: readonly string[]
  /** The same in the folders of the project: nothing that is protected there shows them again. */
  readonly secrets?: readonly Pick<SecretPlace, 'path' | 'isFolder'>[]
  readonly protectedPlaces: ProtectedPlaces
  readonly network: boolean
  /** The file with the system's name server, if it is in a hidden folder. */
  readonly resolver?: string
}

/** Places in writable folders that run or configure programs later. */
export interface ProtectedPlaces {
  /** Files and folders that stay unchanged. */
  readonly fixed: readonly string[]
  /** Folders that cannot be moved, so that none is replaced by another. */
  readonly pinned: readonly string[]
  /** Folders that may be missing, and stay unchanged or empty. */
  readonly empty: readonly string[]
  /** Files that must not be made; while the command runs, a placeholder is there. */
  readonly missing: readonly Placeholder[]
  /** What no mount can hold, such as links: a change is told afterwards. */
  readonly watched: readonly string[]
  /** What often holds secrets, by its name. `needed` is what a project is built and run with. */
  readonly secrets?: readonly SecretPlace[]
  /** Not where there are too many folders to look into each. */
  readonly isComplete: boolean
}

/** A file or folder that often holds secrets. */
export interface SecretPlace {
  readonly path: string
  readonly kind: 'needed' | 'other'
  readonly isFolder: boolean
}

/** How a command sees a place. */
export type PlaceRule = 'writable' | 'hidden folder' | 'hidden file' | 'blank file' | 'fixed' | 'pinned' | 'empty'

/**
 * The places of a policy, the outermost first: a rule applies to everything below until a deeper place has another
 * rule.
 */
export function policyPlaces({
  writable,
  hiddenFolders,
  hiddenFiles,
  blankFiles = [],
  secrets,
  protectedPlaces: { fixed, pinned, empty, missing },
}: SandboxPolicy): { path: string, rule: PlaceRule }[] {
  const rules = new Map<string, PlaceRule>()
  const set = (paths: readonly string[], rule: PlaceRule): void => paths.forEach(path => rules.set(path, rule))
  set(hiddenFolders, 'hidden folder')
  set(hiddenFiles, 'hidden file')
  set(blankFiles, 'blank file')
  // A hidden folder that is explicitly listed as writable is meant to be.
  set(writable, 'writable')
  set(pinned, 'pinned')
  set(empty, 'empty')
  set(missing.map(({ path }) => path), 'fixed')
  set(fixed, 'fixed')
  secrets?.forEach(({ path, isFolder }) => rules.set(path, isFolder ? 'hidden folder' : 'hidden file'))
  return [...rules].map(([path, rule]) => ({ path, rule })).sort((left, right) => depthOf(left.path) - depthOf(right.path))
}

function depthOf(path: string): number {
  return path === posix.sep ? 0 : path.split(posix.sep).length
}

/**
 * The setting that applies to `folder`: its own, or that of the nearest folder above. Links in the settings' paths are
 * followed.
 */
export function sandboxFor(
  folder: string,
  sandboxes: Readonly<Record<string, SandboxRules>>,
): { readonly folder: string, readonly rules: SandboxRules } | undefined {
  return Object.entries(sandboxes)
    .map(([name, rules]) => ({ folder: name, realPath: realPathOrItself(name), rules }))
    .filter(({ realPath }) => isWithin(spelling(folder), spelling(realPath), process.platform))
    .sort((left, right) => right.realPath.length - left.realPath.length)[0]
}

/** Windows ignores case, and people write the folders in settings by hand. */
function spelling(path: string): string {
  return process.platform === 'win32' ? path.toLowerCase() : path
}
