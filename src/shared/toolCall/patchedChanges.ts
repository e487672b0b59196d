import type { Diff } from '@agentclientprotocol/sdk'
import type { ClaimedChange } from './inputFacts'

/** The changes that a unified patch of one file makes; `undefined` where it is of another, or says anything else. */
export function patchedChanges(path: string, patch: string): ClaimedChange[] | undefined {
  const { hunks, files } = patchIn(patch)
  const [only] = hunks
  if (!only || !files.every(named => isSameFile({ path }, { path: named })))
    return undefined
  if (hunks.length === 1 && only.before.length === 0)
    return [{ path, newText: only.after.map(line => `${line}\n`).join(''), isWhole: true }]
  return hunks.every(({ before }) => before.join('').trim() !== '')
    ? hunks.map(({ before, after }) => ({ path, oldText: before.join('\n'), newText: after.join('\n') }))
    : undefined // where lines without a word go, nobody can tell
}

/** Whether two paths are of one file; one of them may be relative. */
export function isSameFile({ path }: Pick<Diff, 'path'>, other: Pick<Diff, 'path'>): boolean {
  return path === other.path || path.endsWith(`/${other.path}`) || other.path.endsWith(`/${path}`)
}

interface PatchHunk {
  readonly before: string[]
  readonly after: string[]
  /** How many lines it says that it has of each. */
  readonly counts: { readonly before: number, readonly after: number }
}

/** Before the hunks of a file. */
const header = /^(?:Index: |--- |\+\+\+ )(?<path>[^\t]*)|^(?:=+$|diff |index |(?:new|create) file mode |$)/
const hunkStart = /^@@ -\d+(?:,(?<before>\d+))? \+\d+(?:,(?<after>\d+))? @@/

/** The hunks of a unified patch, and the files that it names but for none before; nothing where it holds anything else. */
function patchIn(text: string): { hunks: readonly PatchHunk[], files: readonly string[] } {
  const hunks: PatchHunk[] = []
  const files: string[] = []
  for (const line of text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')) {
    const last = hunks.at(-1)
    const open = last && isOpen(last) ? last : undefined
    const start = open ? null : hunkStart.exec(line)
    const head = open ? null : header.exec(line)
    if (start) {
      const [before, after] = [start.groups?.before, start.groups?.after].map(count => Number(count ?? 1)) as [number, number]
      hunks.push({ before: [], after: [], counts: { before, after } })
    }
    else if (head) {
      files.push(...head.groups?.path ? [head.groups.path.replace(/^[ab]\//, '')] : [])
    }
    else if (open && /^(?:[ +-]|$)/.test(line)) {
      addLine(open, line)
    }
    else if (!line.startsWith('\\')) {
      return { hunks: [], files: [] }
    }
  }
  return hunks.some(isOpen)
    ? { hunks: [], files: [] }
    : { hunks, files: files.filter((path, index) => index > 0 || !/^\/?dev\/null$/.test(path)) }
}

function isOpen({ before, after, counts }: PatchHunk): boolean {
  return before.length < counts.before || after.length < counts.after
}

function addLine({ before, after }: PatchHunk, line: string): void {
  const text = line.slice(1)
  if (!line.startsWith('+'))
    before.push(text)
  if (!line.startsWith('-'))
    after.push(text)
}
