import type { Diff } from '@agentclientprotocol/sdk'

/** A file change as claimed by an agent. */
export interface ClaimedChange extends Diff {
  /** `newText` is the whole new content of the file. */
  readonly isWhole?: true
  /** Every occurrence of `oldText` is replaced. */
  readonly isEverywhere?: true
}

/** The changes in a unified patch of one file; `undefined` if it concerns another file or contains anything else. */
export function parseUnifiedPatch(path: string, patch: string): ClaimedChange[] | undefined {
  const { hunks, files, isNewFile } = parsePatch(patch)
  const [only] = hunks
  if (!only || !files.every(named => isSameFile({ path }, { path: named })))
    return undefined
  if (hunks.length === 1 && only.before.length === 0 && (isNewFile || only.isNew))
    return [{ path, newText: only.after.map(line => `${line}\n`).join(''), isWhole: true }]
  return hunks.every(({ before }) => before.join('').trim() !== '')
    ? hunks.map(({ before, after }) => ({ path, oldText: before.join('\n'), newText: after.join('\n') }))
    : undefined // blank lines cannot be located
}

/**
 * The changes in a patch for `apply_patch`; `undefined` if a file is deleted or moved, or if it contains anything else.
 */
export function parseApplyPatch(text: string): ClaimedChange[] | undefined {
  const [begin, ...lines] = text.replaceAll('\r\n', '\n').trimEnd().split('\n')
  if (begin !== '*** Begin Patch' || lines.pop() !== '*** End Patch')
    return undefined
  const parts: { path: string, isNew: boolean, before: string[], after: string[] }[] = []
  for (const line of lines) {
    const part = parts.at(-1)
    const { does, path } = /^\*\*\* (?<does>Add|Update) File: (?<path>.+)$/.exec(line)?.groups ?? {}
    if (path !== undefined)
      parts.push({ path, isNew: does === 'Add', before: [], after: [] })
    else if (line.startsWith('@@') && part && !part.isNew)
      parts.push({ ...part, before: [], after: [] })
    else if (part && /^(?:[ +-]|$)/.test(line) && !(part.isNew && !line.startsWith('+')))
      addLine(part, line)
    else if (line !== '*** End of File')
      return undefined
  }
  const filled = parts.filter(({ isNew, before, after }) => isNew || before.length + after.length > 0)
  const isAll = parts.every(part => filled.some(({ path }) => path === part.path))
  return filled.length > 0 && isAll && filled.every(({ isNew, before }) => isNew || before.join('').trim() !== '')
    ? filled.map(({ path, isNew, before, after }) => isNew
        ? { path, newText: after.map(line => `${line}\n`).join(''), isWhole: true }
        : { path, oldText: before.join('\n'), newText: after.join('\n') })
    : undefined
}

/** Whether two paths name the same file; one of them may be relative. */
export function isSameFile({ path }: Pick<Diff, 'path'>, other: Pick<Diff, 'path'>): boolean {
  return path === other.path || path.endsWith(`/${other.path}`) || other.path.endsWith(`/${path}`)
}

interface PatchHunk {
  /** The hunk creates the file. */
  readonly isNew: boolean
  readonly before: string[]
  readonly after: string[]
  /** The line counts in the hunk header. */
  readonly counts: { readonly before: number, readonly after: number }
}

/** Header lines of a file. */
const header = /^(?:Index: |--- |\+\+\+ )(?<path>[^\t]*)|^(?:=+$|diff |index |(?:new|create) file mode 100644$|$)/
const hunkStart = /^@@ -(?<from>\d+)(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/

const nothing = { hunks: [], files: [], isNewFile: false }

/**
 * Parses a unified patch into its hunks and the files that it names, except `/dev/null` as the old file; empty if it
 * contains anything else.
 */
function parsePatch(text: string): { hunks: readonly PatchHunk[], files: readonly string[], isNewFile: boolean } {
  const hunks: PatchHunk[] = []
  const files: string[] = []
  for (const line of text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')) {
    const last = hunks.at(-1)
    const open = last && isOpen(last) ? last : undefined
    const start = open ? null : hunkStart.exec(line)
    const head = open ? null : header.exec(line)
    if (start) {
      const [before, after] = [start.groups?.before, start.groups?.after].map(count =>
        Number(count ?? 1),
      ) as [number, number]
      hunks.push({ isNew: start.groups?.from === '0', before: [], after: [], counts: { before, after } })
    }
    else if (head) {
      files.push(...head.groups?.path ? [head.groups.path.replace(/^[ab]\//, '')] : [])
    }
    else if (open && /^(?:[ +-]|$)/.test(line)) {
      addLine(open, line)
    }
    else if (!line.startsWith('\\')) {
      return nothing
    }
  }
  const isNewFile = /^\/?dev\/null$/.test(files[0] ?? '')
  return hunks.some(isOpen) ? nothing : { hunks, files: isNewFile ? files.slice(1) : files, isNewFile }
}

function isOpen({ before, after, counts }: PatchHunk): boolean {
  return before.length < counts.before || after.length < counts.after
}

function addLine({ before, after }: Pick<PatchHunk, 'before' | 'after'>, line: string): void {
  const text = line.slice(1)
  if (!line.startsWith('+'))
    before.push(text)
  if (!line.startsWith('-'))
    after.push(text)
}
