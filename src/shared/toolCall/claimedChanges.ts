import type { Diff, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { getInputFacts } from './inputFacts'
import { type ClaimedChange, isSameFile, parseUnifiedPatch } from './patchedChanges'

function listDiffs(content: readonly ToolCallContent[] | null | undefined): Diff[] {
  return (content ?? []).filter(item => item.type === 'diff')
}

/**
 * The file changes that a request claims: the diffs that it shows, or else those that the call showed `earlier`, plus
 * any others in its input.
 */
export function listClaimedChanges(
  { content }: Pick<ToolCallUpdate, 'content'>,
  { input, earlier }: { input: unknown, earlier?: readonly ToolCallContent[] | undefined },
): ClaimedChange[] {
  const shown = listDiffs(content)
  const known = shown.length > 0 ? shown : listDiffs(earlier)
  const { changes } = getInputFacts(input)
  const isWhole = (diff: Diff): boolean =>
    changes.some(change => change.isWhole && isSameFile(change, diff) && change.newText === diff.newText)
  return [
    ...known.map(diff => isWhole(diff) ? { ...diff, isWhole: true as const } : diff),
    ...changes.filter(change => !known.some(diff => repeatsChange(change, diff))),
  ]
}

/** Whether a text of a call's input only repeats the call's changes as a patch. */
export function repeatsChanges(text: string, changes: readonly Diff[]): boolean {
  const isShown = (change: ClaimedChange): boolean => changes.some(shown => repeatsChange(change, shown))
  return changes.some(({ path }) => parseUnifiedPatch(path, text)?.every(isShown) === true)
}

/** Whether a change only repeats another one shown for the same file. */
export function repeatsChange(change: ClaimedChange, shown: Diff): boolean {
  if (!isSameFile(change, shown))
    return false
  return change.isWhole === true || (change.oldText ?? '') === ''
    ? trimFinalNewline(change.newText) === trimFinalNewline(shown.newText)
    : isMadeBy(shown, change)
      || (change.newText !== '' && shown.newText.includes(change.newText)
        && (shown.oldText ?? '').includes(change.oldText ?? ''))
}

/** Whether applying one change to the old text of the other results in its new text. A patch has more context lines. */
function isMadeBy({ oldText, newText }: Diff, change: Diff): boolean {
  const [old, fresh, from, to] = [oldText ?? '', newText, change.oldText ?? '', change.newText]
    .map(text => text.replaceAll('\r\n', '\n')) as [string, string, string, string]
  return old !== '' && from !== to && [from.replace(old, () => fresh), from.replaceAll(old, () => fresh)].includes(to)
}

function trimFinalNewline(text: string): string {
  return text.replace(/\r?\n$/, '')
}
