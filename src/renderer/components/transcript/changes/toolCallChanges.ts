import type { Diff, ToolCall, ToolCallLocation } from '@agentclientprotocol/sdk'
import type { ToolEntry } from '../../../../shared/thread/transcript'
import type { Change } from '../../diff/smallDiff'
import { isSameFile } from '../../../../shared/thread/reduce/notAsked'

/** The parts of a call that contain its changes. */
type ChangeSource = Pick<ToolCall, 'content' | 'locations'> & Pick<ToolEntry, 'writes' | 'replaced' | 'compared'>

/** Lists a call's changes. Writes by Parley that changed something take precedence over the agent's diffs. */
export function listToolCallChanges({
  content,
  locations,
  writes = [],
  replaced = [],
  compared = [],
}: ChangeSource): readonly Change[] {
  const shown = (content ?? []).filter((item): item is Diff & { type: 'diff' } => item.type === 'diff')
  const located = shown.length > 0 ? locateDiffs(shown, locations ?? []) : replaced
  // Agents report overwritten files as new, so the old text is the one that the permission request found on disk.
  const reported = located.map(change =>
    (change.oldText ? undefined : compared.find(other => isSameText(other, change))) ?? change,
  )
  // OpenCode and Kilo write a file themselves and then again through Parley.
  const effectiveWrites = writes.filter(write => changesText(write) || !reported.some(({ path }) => isSameFile(path, write.path)))
  return [...reported.filter(({ path }) => !effectiveWrites.some(write => isSameFile(path, write.path))), ...effectiveWrites]
}

/** Whether the change alters the text or creates the file. */
export function changesText({ oldText, newText }: Change): boolean {
  return oldText !== newText
}

function isSameText(one: Change, other: Change): boolean {
  return isSameFile(one.path, other.path) && one.newText === other.newText
}

/**
 * Locates diffs. Claude sends parts of files with a location for each start. Gemini and Qwen send names without
 * folders, which are completed by locations.
 */
function locateDiffs(diffs: readonly Diff[], locations: readonly ToolCallLocation[]): readonly Change[] {
  const paths = diffs.map(({ path }) => completePath(path, locations))
  const lines = new Map<string, number[]>()
  for (const { path, line } of locations) {
    if (line)
      lines.set(path, [...lines.get(path) ?? [], line])
  }
  const counts = new Map<string, number>()
  for (const path of paths)
    counts.set(path, (counts.get(path) ?? 0) + 1)
  const seen = new Map<string, number>()
  return diffs.map((diff, place) => {
    const path = paths[place]!
    const located = lines.get(path) ?? []
    const index = seen.get(path) ?? 0
    seen.set(path, index + 1)
    const line = located.length === counts.get(path) && !isWhole(diff) ? located[index] : undefined
    return !line && path === diff.path ? diff : toChange(diff, path, line || undefined)
  })
}

/** Completes a relative path if exactly one location ends with it. */
function completePath(path: string, locations: readonly ToolCallLocation[]): string {
  if (/^(?:[\\/]|[a-z]:[\\/])/i.test(path))
    return path
  const end = `/${path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')}`
  const matches = new Set(locations.map(({ path }) => path).filter(path => path.replaceAll('\\', '/').endsWith(end)))
  return matches.size === 1 ? [...matches][0]! : path
}

function isWhole({ oldText, newText }: Diff): boolean {
  return !oldText || oldText.endsWith('\n') || newText.endsWith('\n')
}

const changeByDiff = new WeakMap<Diff, Change>()

/** Returns the same object for the same diff, as comparing texts takes time. */
function toChange(diff: Diff, path: string, line: number | undefined): Change {
  const found = changeByDiff.get(diff)
  if (found?.path === path && found.firstLine === line)
    return found
  const effectiveWrites = { path, oldText: diff.oldText, newText: diff.newText, ...line !== undefined && { firstLine: line } }
  changeByDiff.set(diff, effectiveWrites)
  return effectiveWrites
}
