import type { ShownChange } from '../../../../shared/thread/events'
import type { ClaimedChange } from '../../../../shared/toolCall/patchedChanges'
import type { OpenableLocation, Workspace } from '../../../workspace/workspace'
import { isAbsolute, join } from 'node:path'
import { FileError } from '../../../workspace/fileErrors'
import { readTextFile } from '../../../workspace/files/textFiles'
import { isProtected } from '../../../workspace/protectedNames'

/** Longer texts are too long to log or to read. */
const maxShownText = 1024 * 1024

/** A file that a request concerns: its real path and, if a write is shown completely, its new text. */
export interface ShownFile {
  readonly realPath: string
  readonly access: 'read' | 'write'
  readonly text?: string
}

/** An agent's reported changes, compared with the disk. */
export interface ComparedChanges {
  readonly changes: readonly ShownChange[]
  readonly files: readonly ShownFile[]
}

/** A file's text on disk. */
type CurrentText
  = { readonly kind: 'none' }
    | { readonly kind: 'not_shown' }
    | { readonly kind: 'text', readonly text: string }

/** Compares an agent's reported changes with the files, because the reported old text may be wrong. */
export async function compareChanges(
  claims: readonly ClaimedChange[],
  { workspace, folder }: { workspace: Workspace, folder: string },
): Promise<ComparedChanges> {
  const changes: ShownChange[] = []
  /** Texts after the changes so far, because later changes of a request build on earlier ones. */
  const texts = new Map<string, CurrentText>()
  for (const told of claims) {
    const claim = isAbsolute(told.path) ? told : { ...told, path: join(folder, told.path) }
    const location = await workspace.locate(claim.path)
    if (location.kind === 'refused') {
      changes.push({ ...toShownChange(claim), doubt: 'not_compared' })
      continue
    }
    const names = location.kind === 'inside' ? location.relativePaths : [location.realPath]
    const isSecret = names.some(name => isProtected(name, 'read'))
    const now = texts.get(location.realPath) ?? await readCurrentText(location)
    const { change, after } = compareChange(claim, isSecret && now.kind === 'text' ? { kind: 'not_shown' } : now)
    changes.push(change)
    texts.set(location.realPath, after === undefined ? { kind: 'not_shown' } : { kind: 'text', text: after })
  }
  const files = [...texts].map(([realPath, now]): ShownFile =>
    ({ realPath, access: 'write', ...now.kind === 'text' && { text: now.text } }))
  return { changes, files }
}

/** A write as shown in Parley's own question: its changes, or a note that they are too long to show. */
export interface PlannedWrite {
  readonly changes?: readonly ShownChange[]
  readonly tooLong?: number
}

/** Compares a write with the file's text. Returns nothing for reads. */
export async function planWrite(
  location: OpenableLocation,
  path: string,
  content: string | undefined,
): Promise<PlannedWrite> {
  if (content === undefined)
    return {}
  if (content.length > maxShownText)
    return { tooLong: content.length }
  return { changes: [compareChange({ path, newText: content, isWhole: true }, await readCurrentText(location)).change] }
}

async function readCurrentText(location: OpenableLocation): Promise<CurrentText> {
  try {
    const text = await readTextFile({ path: location.path }, location)
    return text.length > maxShownText ? { kind: 'not_shown' } : { kind: 'text', text }
  }
  catch (error) {
    if (!(error instanceof FileError))
      throw error
    return { kind: error.kind === 'not_found' ? 'none' : 'not_shown' }
  }
}

function compareChange(claim: ClaimedChange, now: CurrentText): { change: ShownChange, after?: string } {
  const { path, oldText, newText, isEverywhere } = claim
  const isWhole = claim.isWhole === true || oldText === undefined || oldText === null || oldText === ''
  if (now.kind === 'none') {
    return isWhole
      ? { change: { path, oldText: null, newText }, after: newText }
      : { change: { ...toShownChange(claim), doubt: 'differs' } }
  }
  if (now.kind === 'not_shown') {
    return {
      change: { ...toShownChange(claim), oldText: oldText ?? '', doubt: 'not_shown' },
      ...isWhole && { after: newText },
    }
  }
  if (isWhole || now.text === oldText)
    return { change: { path, oldText: now.text, newText }, after: newText }
  const text = oldText.includes('\r') ? now.text : now.text.replaceAll('\r\n', '\n')
  const parts = text.split(oldText)
  // All of the old text may be lost, so it is shown in full.
  if (parts.length === 1)
    return { change: { path, oldText: now.text, newText, doubt: 'differs' } }
  if (isEverywhere)
    return { change: { path, oldText, newText, isEverywhere }, after: parts.join(newText) }
  if (parts.length > 2)
    return { change: { path, oldText, newText } }
  return { change: { path, oldText, newText, firstLine: parts[0]!.split('\n').length }, after: parts.join(newText) }
}

function toShownChange({ path, oldText, newText, isEverywhere }: ClaimedChange): ShownChange {
  return { path, oldText, newText, ...isEverywhere && { isEverywhere } }
}
