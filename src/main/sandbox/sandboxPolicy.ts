import type { SandboxRules } from '../../shared/settings/sandbox'
import type { Placeholder } from './gitFolder'
import { posix } from 'node:path'
import { isWithin } from '../../shared/paths'
import { tryRealPath } from '../system/realPathOrItself'

/** What a sandboxed command may read and write. All paths are real paths and exist, unless noted. */
export interface SandboxPolicy {
  /** Everything else is read-only. */
  readonly writable: readonly string[]
  /** Folders that appear empty. */
  readonly hiddenFolders: readonly string[]
  /** Files that are unreadable. */
  readonly hiddenFiles: readonly string[]
  /** Files that appear empty: settings of programs that fail if they cannot read them. */
  readonly blankFiles?: readonly string[]
  /**
   * Hidden places in the project's folders. They are applied after protected places, which would otherwise reveal them.
   */
  readonly secrets?: readonly Pick<SecretPlace, 'path' | 'isFolder'>[]
  readonly protectedPlaces: ProtectedPlaces
  readonly network: boolean
  /** The file with the system's name server, if it is in a hidden folder. */
  readonly resolver?: string
}

/** Places in writable folders that programs run or interpret later. */
export interface ProtectedPlaces {
  /** Read-only files and folders. */
  readonly fixed: readonly string[]
  /** Folders that cannot be moved, so that they cannot be replaced. */
  readonly pinned: readonly string[]
  /** Folders that may be missing, and appear empty and read-only. */
  readonly empty: readonly string[]
  /** Files that must not be created. Placeholders exist while the command runs. */
  readonly missing: readonly Placeholder[]
  /** Places that can't be mounted, such as links. Changes to them are reported afterwards. */
  readonly watched: readonly string[]
  /** Places that often hold secrets, by name. `needed`: required to build or run a project. */
  readonly secrets?: readonly SecretPlace[]
  /** False if there were too many folders to scan. */
  readonly isComplete: boolean
}

/** A file or folder that often holds secrets. */
export interface SecretPlace {
  readonly path: string
  readonly kind: 'needed' | 'other'
  readonly isFolder: boolean
}

/** How a place appears to the command. */
export type PlaceRule = 'writable' | 'hidden folder' | 'hidden file' | 'blank file' | 'fixed' | 'pinned' | 'empty'

/**
 * The places of a policy, outermost first. A rule applies to all descendants up to a deeper place with another rule.
 */
export function listPolicyPaths({
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
  // An explicitly writable folder overrides a hidden one.
  set(writable, 'writable')
  set(pinned, 'pinned')
  set(empty, 'empty')
  set(missing.map(({ path }) => path), 'fixed')
  set(fixed, 'fixed')
  secrets?.forEach(({ path, isFolder }) => rules.set(path, isFolder ? 'hidden folder' : 'hidden file'))
  return [...rules]
    .map(([path, rule]) => ({ path, rule }))
    .sort((left, right) => countSegments(left.path) - countSegments(right.path))
}

function countSegments(path: string): number {
  return path === posix.sep ? 0 : path.split(posix.sep).length
}

/** The sandbox setting for a folder: its own or that of the nearest ancestor. Resolves links in the settings' paths. */
export function getSandboxFor(
  folder: string,
  sandboxes: Readonly<Record<string, SandboxRules>>,
): { readonly folder: string, readonly rules: SandboxRules } | undefined {
  return Object.entries(sandboxes)
    .map(([name, rules]) => ({ folder: name, realPath: tryRealPath(name), rules }))
    .filter(({ realPath }) => isWithin(foldCase(folder), foldCase(realPath), process.platform))
    .sort((left, right) => right.realPath.length - left.realPath.length)[0]
}

/** Folds case on Windows, because people type the folders in settings. */
function foldCase(path: string): string {
  return process.platform === 'win32' ? path.toLowerCase() : path
}
