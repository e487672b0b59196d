import type { SaveOutcome } from '../../shared/contract/methods/bufferMethods'
import type { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import type { TextBuffer } from './textBuffer'
import { createHash } from 'node:crypto'
import { HostError } from '../../shared/errors'
import { replaceFile } from '../workspace/files/replaceFile'
import { type DiskFile, readDisk } from './disk/readDisk'
import { encodeText, shapedText } from './text/encodeText'

/** What `saveFile` needs. */
export interface SaveFileOptions {
  readonly buffer: TextBuffer
  /** What of the disk the person has seen and wants to replace. */
  readonly over: string | undefined
  /** Does the work, and keeps whose it was. */
  readonly record: <T>(work: () => Promise<T>) => Promise<T>
  readonly unfinishedWrites: UnfinishedWrites
}

/** Writes a buffer's text, unless the disk holds something that it has not seen, or whose conflict with it is not settled. */
export async function saveFile({ buffer, over, record, unfinishedWrites }: SaveFileOptions): Promise<SaveOutcome> {
  const { text, disk: { format, readOnly } } = buffer
  if (readOnly !== undefined)
    throw new HostError('unsupported', readOnly)
  const found = await readDisk(buffer.path)
  const there = keyOf(found)
  if (there !== undefined && there !== over && (there !== buffer.disk.hash || buffer.conflict))
    return { outcome: 'changed', theirs: found.kind === 'text' ? found.disk.text.toString() : '', disk: there }
  const bytes = encodeText(text, format)
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (hash !== there)
    await record(() => replaceFile({ realPath: buffer.path, text: bytes, unfinished: unfinishedWrites }))
  const raw = format.lineEnding === 'mixed' ? shapedText(text, { ...format, encoding: 'utf-8' }) : undefined
  buffer.saved({ text, hash, format: { ...format, raw } })
  return { outcome: 'saved' }
}

/** What names this state of the file; `undefined` for none. */
function keyOf(found: DiskFile): string | undefined {
  switch (found.kind) {
    case 'text': return found.disk.hash
    case 'other': return found.stamp.key
    case 'gone': return undefined
  }
}
