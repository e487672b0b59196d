import type { Diff, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk'
import { type ClaimedChange, inputFacts } from './inputFacts'

/** The changes that a part of a call shows as such. */
export function diffsIn(content: readonly ToolCallContent[] | null | undefined): Diff[] {
  return (content ?? []).filter(item => item.type === 'diff')
}

/**
 * The changes of files that a request is about: those that it shows, otherwise those that the call showed `earlier`, and what its input
 * says beyond them.
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
  const { hunks, files } = patchIn(text)
  const within = (lines: readonly string[], whole: string | null | undefined): boolean =>
    `\n${(whole ?? '').replaceAll('\r\n', '\n')}\n`.includes(`\n${lines.map(line => `${line}\n`).join('')}`)
  return hunks.length > 0
    && files.every(path => changes.some(change => isSameFile(change, { path })))
    && hunks.every(({ before, after }) => changes.some(change =>
      (within(before, change.oldText) && within(after, change.newText)) || isMadeBy(change, before, after)))
}

/** Whether replacing a change's old text by its new one makes the lines after of those before: a patch has more lines around it. */
function isMadeBy({ oldText, newText }: Diff, before: readonly string[], after: readonly string[]): boolean {
  const [from, to] = [before, after].map(lines => lines.join('\n')) as [string, string]
  const [old, fresh] = [oldText ?? '', newText].map(text => text.replaceAll('\r\n', '\n')) as [string, string]
  return old !== '' && [from.replace(old, () => fresh), from.replaceAll(old, () => fresh)].includes(to) && from !== to
}

/** Whether a change only says once more what another one shows of the same file. */
export function repeatsChange(change: ClaimedChange, shown: Diff): boolean {
  if (!isSameFile(change, shown))
    return false
  return change.isWhole === true || (change.oldText ?? '') === ''
    ? withoutEnd(change.newText) === withoutEnd(shown.newText)
    : shown.newText.includes(change.newText) && (shown.oldText ?? '').includes(change.oldText ?? '')
}

/** Whether two paths are of one file; one of them may be relative. */
export function isSameFile({ path }: Pick<Diff, 'path'>, other: Pick<Diff, 'path'>): boolean {
  return path === other.path || path.endsWith(`/${other.path}`) || other.path.endsWith(`/${path}`)
}

function withoutEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}

interface PatchHunk { readonly before: string[], readonly after: string[] }

/** Before the first hunk of a file. */
const header = /^(?:Index: |--- |\+\+\+ )(?<path>[^\t]*)|^(?:=+$|diff |index |(?:new|create) file mode |$)/

/** The hunks of a unified patch, and the files that it names; none where it holds anything else. */
function patchIn(text: string): { hunks: readonly PatchHunk[], files: readonly string[] } {
  const hunks: PatchHunk[] = []
  const files: string[] = []
  for (const line of text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')) {
    const hunk = hunks.at(-1)
    const head = hunk ? null : header.exec(line)
    if (line.startsWith('@@'))
      hunks.push({ before: [], after: [] })
    else if (head)
      files.push(...head.groups?.path ? [head.groups.path.replace(/^[ab]\//, '')] : [])
    else if (hunk && /^(?:[ +-]|$)/.test(line))
      addLine(hunk, line)
    else if (!line.startsWith('\\'))
      return { hunks: [], files: [] }
  }
  return { hunks, files: files.filter(path => !/^\/?dev\/null$/.test(path)) }
}

function addLine({ before, after }: PatchHunk, line: string): void {
  const text = line.slice(1)
  if (!line.startsWith('+'))
    before.push(text)
  if (!line.startsWith('-'))
    after.push(text)
}
