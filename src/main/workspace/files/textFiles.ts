import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { TextEncoding } from '../../../shared/text/textEncoding'
import type { OpenableLocation } from '../workspace'
import { TextDecoder } from 'node:util'
import { systemCode } from '../../../shared/errors'
import { FileError, notTextError, toFileError, tooLargeError } from '../fileErrors'
import { openRegularFile } from './openFile'
import { type FileWrite, replaceFile } from './replaceFile'
import { bytesIn, type Decoded, type DecodedText, decodeText, whyNotIn } from './textEncoding'
import { LinePicker, type LineRange, pickLines } from './textRange'

const byteOrderMark = '\uFEFF'

/** The largest file, and the largest part of a larger file, that is read as text. */
export const maxTextBytes = 10 * 1024 * 1024
/** How far a larger file is searched for a range. */
const maxScanBytes = 256 * 1024 * 1024
const pieceBytes = 256 * 1024
const maxLineNumber = 2 ** 32 - 1

/** A text file, or some of its lines, with byte order mark and line endings unchanged. Throws `FileError`. */
export async function readTextFile(request: LineRange & { readonly path: string }, location: OpenableLocation): Promise<string> {
  ensureRange(request)
  try {
    const { handle, status } = await openRegularFile(location.realPath, location.realPath, location.allowed)
    try {
      if (status.size <= maxTextBytes)
        return pickLines(textOf(await readWhole(handle), request.path), request)
      if (request.limit === undefined || request.limit === null)
        throw tooLargeError(status.size)
      return await readRange(handle, status, request)
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    throw toFileError(error, request.path)
  }
}

/** What a write replaced. `before` is absent if the file is new, is not text or is too large. */
export interface WrittenFile {
  readonly created: boolean
  readonly before?: string
}

/**
 * Writes a text file in one step, so that readers get either the old or the new text. Creates missing folders. Keeps
 * the file's mode, its encoding, its byte order mark and its line endings (see `inShapeOf`). Throws `FileError`, also
 * where its encoding is unknown.
 */
export async function writeTextFile(
  { path, content }: { readonly path: string, readonly content: string },
  { realPath, inTurn }: OpenableLocation,
  write: FileWrite,
): Promise<WrittenFile> {
  try {
    return await inTurn(async () => {
      const before = await readBefore(realPath)
      const text = before === undefined ? content : encoded(inShapeOf(before.text, content), before.encoding)
      const { created } = await replaceFile({ realPath, text, ...write })
      return created ? { created } : { created, before: before?.text }
    })
  }
  catch (error) {
    throw toFileError(error, path)
  }
}

/**
 * The text that will be replaced; `undefined` if the file is new, is not text or is too large. Throws where no one can
 * tell the encoding: what is written would be in another one.
 */
async function readBefore(realPath: string): Promise<DecodedText | undefined> {
  const decoded = await readIfThere(realPath)
  if (decoded === 'unknown')
    throw new FileError('invalid', `The encoding of ${realPath} is not known, and writing it could damage it`)
  return decoded === 'no text' ? undefined : decoded
}

async function readIfThere(realPath: string): Promise<Decoded | undefined> {
  try {
    const { handle, status } = await openRegularFile(realPath, realPath)
    try {
      return status.size <= maxTextBytes ? await readWhole(handle) : undefined
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    if (
      systemCode(error) === 'ENOENT'
      || systemCode(error) === 'ENOTDIR'
      || (error instanceof FileError && error.kind === 'too_large')
    ) {
      return undefined
    }
    throw error
  }
}

/** Counts the bytes read, since some files grow or report a wrong size. */
async function readWhole(handle: FileHandle): Promise<Decoded> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of piecesOf(handle)) {
    size += piece.length
    if (size > maxTextBytes)
      throw tooLargeError(size)
    pieces.push(piece)
  }
  return decodeText(Buffer.concat(pieces))
}

function textOf(decoded: Decoded, path: string): string {
  if (decoded === 'no text' || decoded === 'unknown')
    throw notTextError(path)
  return decoded.text
}

/** What is written in the encoding of the file that it replaces. */
function encoded(text: string, encoding: TextEncoding): Uint8Array {
  const fault = whyNotIn(encoding, text)
  if (fault !== undefined)
    throw new FileError('invalid', fault)
  return bytesIn(text, encoding)
}

async function readRange(handle: FileHandle, status: Stats, request: LineRange & { readonly path: string }): Promise<string> {
  let decoder: TextDecoder | undefined
  const picker = new LinePicker(request)
  let scanned = 0
  let picked = 0
  for await (const piece of piecesOf(handle)) {
    scanned += piece.length
    if (scanned > maxScanBytes)
      throw tooLargeError(status.size)
    decoder ??= new TextDecoder(encodingByMark(piece), { fatal: true, ignoreBOM: true })
    picked += picker.add(decode(decoder, piece, request.path, { stream: true }))
    if (picked > maxTextBytes)
      throw tooLargeError(status.size)
    if (picker.isDone)
      return picker.text
  }
  if (decoder)
    decode(decoder, Buffer.alloc(0), request.path)
  return picker.text
}

/** The encoding of a text of which only the beginning is known. */
function encodingByMark([first, second]: Buffer): string {
  return first === 0xFF && second === 0xFE ? 'utf-16le' : first === 0xFE && second === 0xFF ? 'utf-16be' : 'utf-8'
}

async function* piecesOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes)
    if (bytesRead === 0)
      return
    yield buffer.subarray(0, bytesRead)
  }
}

function decode(decoder: TextDecoder, bytes: Buffer, path: string, options?: { stream: boolean }): string {
  if (decoder.encoding === 'utf-8' && bytes.includes(0))
    throw notTextError(path)
  try {
    return decoder.decode(bytes, options)
  }
  catch {
    // Given replacement characters, an agent would write them back.
    throw notTextError(path)
  }
}

/** Throws a `FileError` for lines that no file can have. */
export function ensureRange({ line, limit }: LineRange): void {
  checkNumber('line', line)
  checkNumber('limit', limit)
}

function checkNumber(name: string, value: number | null | undefined): void {
  if (value !== undefined && value !== null && !(Number.isInteger(value) && value >= 0 && value <= maxLineNumber))
    throw new FileError('invalid', `Invalid ${name}: it must be a whole number from 0 to ${maxLineNumber}`)
}

/**
 * Gives `content` the byte order mark and line endings of the file it replaces: the mark is restored if the file has
 * one, and bare line feeds become CRLF if every line of the file ends with CRLF. Content with carriage returns keeps
 * its own line endings.
 */
function inShapeOf(before: string, content: string): string {
  const lines = endsLinesWithCrlf(before) && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  return before.startsWith(byteOrderMark) && !lines.startsWith(byteOrderMark) ? byteOrderMark + lines : lines
}

function endsLinesWithCrlf(text: string): boolean {
  return text.includes('\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text)
}
