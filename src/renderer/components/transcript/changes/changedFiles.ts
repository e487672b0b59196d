import type { ToolEntry } from '../../../../shared/thread/transcript'
import type { Change } from '../../diff/smallDiff'
import { isWithin, splitPath } from '../../../../shared/paths'
import { isSameFile } from '../../../../shared/thread/reduce/notAsked'
import { getShownStatus } from '../../../../shared/thread/selectors'
import { isWindowsFolder } from '../../../text/paths'
import { changesText, listToolCallChanges } from './toolCallChanges'

/** A changed file with its changes in order. */
export interface ChangedFile {
  readonly path: string
  readonly changes: readonly Change[]
  readonly isDeleted: boolean
  /** Whether one of the changes was made without asking. */
  readonly isUnasked: boolean
}

type OpenFile = { -readonly [K in keyof ChangedFile]: ChangedFile[K] } & { changes: Change[] }

/** Lists files changed by calls. Omits refused and failed changes, and writes that changed nothing. */
export function listChangedFiles(calls: readonly ToolEntry[]): readonly ChangedFile[] {
  const files: OpenFile[] = []
  const byName = new Map<string, OpenFile[]>()
  for (const entry of calls) {
    // Writes by Parley count whatever the call's status.
    const shown = getShownStatus(entry) === 'completed'
      ? { ...entry.call, replaced: entry.replaced, compared: entry.compared }
      : {}
    for (const change of listToolCallChanges({ ...shown, writes: entry.writes })) {
      const name = /[^/\\]*$/.exec(change.path)?.[0] ?? ''
      const namesakes = byName.get(name) ?? []
      let file = namesakes.find(({ path }) => isSameFile(path, change.path) || isSameFile(change.path, path))
      if (!file) {
        file = { path: change.path, changes: [], isDeleted: false, isUnasked: false }
        files.push(file)
        byName.set(name, [...namesakes, file])
      }
      addChange(file.changes, change)
      file.isDeleted = entry.call.kind === 'delete'
      file.isUnasked ||= entry.notAsked === true
    }
  }
  return files.filter(({ changes, isDeleted }) => isDeleted || changes.some(changesText))
}

/** Adds a change. Joins consecutive ones, as only the result matters. */
function addChange(changes: Change[], change: Change): void {
  const last = changes.at(-1)
  if (!last || last.newText !== change.oldText || last.firstLine !== undefined || change.firstLine !== undefined)
    changes.push(change)
  else
    changes[changes.length - 1] = joinChanges(last, change)
}

const joinedChanges = new WeakMap<Change, WeakMap<Change, Change>>()

/** Returns the same object for the same changes, as comparing texts takes time. */
function joinChanges(first: Change, next: Change): Change {
  const found = joinedChanges.get(first) ?? new WeakMap<Change, Change>()
  joinedChanges.set(first, found)
  const made = found.get(next) ?? { path: next.path, oldText: first.oldText, newText: next.newText }
  found.set(next, made)
  return made
}

/** Whether a file is outside the thread's folders. False if those are unknown. */
export function isOutside(path: string, folders: readonly string[]): boolean {
  const [own] = folders
  if (own === undefined)
    return false
  // The folder determines the path syntax, as an imported thread may come from another system.
  const isWindows = isWindowsFolder(own)
  const platform = isWindows ? 'win32' : 'posix'
  const normalizeCase = (name: string): string => isWindows ? name.toLowerCase() : name
  const absolute = /^(?:[/\\]|[A-Z]:[/\\])/i.test(path) ? path : [own, ...splitPath(path, platform)].join('/')
  return !folders.some(folder => isWithin(normalizeCase(absolute), normalizeCase(folder), platform))
}
