import type { SaveOutcome } from '../../shared/contract/methods/bufferMethods'
import type { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import type { Merger } from './merging/merger'
import type { TextBuffer } from './textBuffer'
import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { getSystemCode, HostError } from '../../shared/errors'
import { type BeforeWrite, replaceFile } from '../workspace/files/replaceFile'
import { createBusyError } from './asHostError'
import { type DiskFile, getFileStamp, readDisk } from './disk'
import { encodeText, formatText } from './text/textFormat'

export interface SaveFileOptions {
  readonly buffer: TextBuffer
  /** The state on disk that the person saw and wants to overwrite. */
  readonly over: string | undefined
  /** Makes the write and records its author. */
  readonly record: <T>(work: (beforeWrite?: BeforeWrite) => Promise<T>) => Promise<T>
  readonly unfinishedWrites: UnfinishedWrites
  /** Stores the buffer's text now. */
  readonly keep: () => void
  readonly merger: Merger
}

/** Thrown if the file was written between check and write. */
class WrittenMeanwhile extends Error {}

/** Attempts to save a file that another program keeps writing. */
const maxTries = 3

/** Writes a buffer's text, unless the disk has unseen changes or a conflict is open. */
export async function saveFile(options: SaveFileOptions): Promise<SaveOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await saveOver(options, await readDisk(options.buffer.path))
    }
    catch (error) {
      if (!(error instanceof WrittenMeanwhile))
        throw error
      if (attempt === maxTries)
        throw createBusyError(options.buffer.path)
    }
  }
}

async function saveOver(
  { buffer, over, record, unfinishedWrites, keep, merger }: SaveFileOptions,
  found: DiskFile,
): Promise<SaveOutcome> {
  const { text, path, conflict, disk: { format } } = buffer
  if (found.kind === 'busy')
    throw createBusyError(path)
  const there = toKey(found)
  if (found.kind === 'text' && there === buffer.disk.hash)
    buffer.takeLock(found.disk)
  const { readOnly } = buffer.disk
  if (readOnly !== undefined && found.kind !== 'gone')
    throw new HostError('unsupported', readOnly)
  if (found.kind === 'text' && there !== buffer.disk.hash && !buffer.isUnsaved) {
    await merger.run(buffer.takingDisk(found.disk, { kind: 'disk' })) // nothing unsaved to save or to ask about
    return { outcome: 'saved' }
  }
  if (there !== undefined && there !== over && (there !== buffer.disk.hash || buffer.conflict))
    return { outcome: 'changed', theirs: found.kind === 'text' ? found.disk.text.toString() : '', disk: there }
  const bytes = encodeText(text, format)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const seen = found.kind === 'gone' ? undefined : found.stamp.key
  const replace = async (announce?: BeforeWrite): Promise<void> => {
    const beforeWrite: BeforeWrite = async (write) => {
      await announce?.(write)
      // Writing to a slow disk takes a while.
      if (await readKey(write.target) !== seen)
        throw new WrittenMeanwhile()
      if (!write.isInPlace)
        return
      buffer.beginWrite()
      keep()
    }
    await replaceFile({ realPath: path, text: bytes, unfinished: unfinishedWrites, keepsLinks: true, beforeWrite })
  }
  if (hash !== there)
    await record(replace)
  const raw = format.lineEnding === 'mixed' ? formatText(text, { ...format, encoding: 'utf-8' }) : undefined
  buffer.markSaved({ text, hash, format: { ...format, raw } }, conflict)
  return { outcome: 'saved' }
}

/** Key of a file's state; `undefined` for a missing file. */
function toKey(found: Exclude<DiskFile, { kind: 'busy' }>): string | undefined {
  switch (found.kind) {
    case 'text': return found.disk.hash
    case 'other': return found.stamp.key
    case 'gone': return undefined
  }
}

async function readKey(target: string): Promise<string | undefined> {
  try {
    return getFileStamp(await lstat(target)).key
  }
  catch (error) {
    if (getSystemCode(error) === 'ENOENT')
      return undefined
    throw error
  }
}
