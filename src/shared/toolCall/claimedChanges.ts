import type { Diff, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { inputFacts } from './inputFacts'
import { type ClaimedChange, isSameFile, patchedChanges } from './patchedChanges'

/** The changes that a part of a call shows as such. */
function diffsIn(content: readonly ToolCallContent[] | null | undefined): Diff[] {
  return (content ?? []).filter(item => item.type === 'diff')
}

/**
 * The changes of files that a request is about: those that it shows, otherwise those that the call showed `earlier`,
 * and what its input says beyond them.
 */
export function claimedChanges(
  { content }: Pick<ToolCallUpdate, 'content'>,
  { input, earlier }: { input: unknown, earlier?: readonly ToolCallContent[] | undefined },
): ClaimedChange[] {
  const shown = diffsIn(content)
  const known = shown.length > 0 ? shown : diffsIn(earlier)
  const { changes } = inputFacts(input)
  const isWhole = (diff: Diff): boolean =>
    changes.some(change => change.isWhole && isSameFile(change, diff) && change.newText === diff.newText)
  return [
    ...known.map(diff => isWhole(diff) ? { ...diff, isWhole: true as const } : diff),
    ...changes.filter(change => !known.some(diff => repeatsChange(change, diff))),
  ]
}

/** Whether a text of a call's input only says once more, as a patch, what its changes show. */
export function repeatsChanges(text: string, changes: readonly Diff[]): boolean {
  const isShown = (change: ClaimedChange): boolean => changes.some(shown => repeatsChange(change, shown))
  return changes.some(({ path }) => patchedChanges(path, text)?.every(isShown) === true)
}

/** Whether a change only says once more what another one shows of the same file. */
export function repeatsChange(change: ClaimedChange, shown: Diff): boolean {
  if (!isSameFile(change, shown))
    return false
  return change.isWhole === true || (change.oldText ?? '') === ''
    ? withoutEnd(change.newText) === withoutEnd(shown.newText)
    : isMadeBy(shown, change)
      || (change.newText !== '' && shown.newText.includes(change.newText)
        && (shown.oldText ?? '').includes(change.oldText ?? ''))
}

/** Whether a change is what another one makes of its text: a patch has more lines around it. */
function isMadeBy({ oldText, newText }: Diff, change: Diff): boolean {
  const [old, fresh, from, to] = [oldText ?? '', newText, change.oldText ?? '', change.newText]
    .map(text => text.replaceAll('\r\n', '\n')) as [string, string, string, string]
  return old !== '' && from !== to && [from.replace(old, () => fresh), from.replaceAll(old, () => fresh)].includes(to)
}

function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}
