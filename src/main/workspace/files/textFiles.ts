import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { TextEncoding } from '../../../shared/text/textEncoding'
import type { OpenableLocation } from '../workspace'
import { TextDecoder } from 'node:util'
import { getSystemCode } from '../../../shared/errors'
import { createNotTextError, createTooLargeError, FileError, toFileError } from '../fileErrors'
import { openRegularFile } from './openFile'
import { type FileWrite, replaceFile } from './replaceFile'
import { type Decoded, type DecodedText, decodeText, encodeAs, findEncodingFault } from './textEncoding'
import { LinePicker, type LineRange, pickLines } from './textRange'

const byteOrderMark = '\uFEFF'

/** Maximum size of a file, or of a range of a larger file, to read as text. */
export const maxTextBytes = 10 * 1024 * 1024
/** How far to scan a larger file for a range. */
const maxScanBytes = 256 * 1024 * 1024
const pieceBytes = 256 * 1024
const maxLineNumber = 2 ** 32 - 1

/** Reads a text file or a range of its lines. Keeps byte order mark and line endings. Throws `FileError`. */
export async function readTextFile(
  request: LineRange & { readonly path: string },
  location: OpenableLocation,
): Promise<string> {
  ensureRange(request)
  try {
    const { handle, status } = await openRegularFile(location.realPath, location.realPath, location.allowed)
    try {
      if (status.size <= maxTextBytes)
        return pickLines(requireText(await readWhole(handle), request.path), request)
      if (request.limit === undefined || request.limit === null)
        throw createTooLargeError(status.size)
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

/** The result of a write. `before` is the replaced text; absent if the file is new, not text or too large. */
export interface WrittenFile {
  readonly created: boolean
  readonly before?: string
}

/**
 * Writes a text file atomically and creates missing folders. Keeps the file's mode, encoding, byte order mark and line
 * endings (see `matchFormat`). Throws `FileError`, also if the encoding is unknown.
 */
export async function writeTextFile(
  { path, content }: { readonly path: string, readonly content: string },
  { realPath, enqueue }: OpenableLocation,
  write: FileWrite,
): Promise<WrittenFile> {
  try {
    return await enqueue(async () => {
      const before = await readBefore(realPath)
      const text = before === undefined ? content : encodeOrThrow(matchFormat(before.text, content), before.encoding)
      const { created } = await replaceFile({ realPath, text, ...write })
      return created ? { created } : { created, before: before?.text }
    })
  }
  catch (error) {
    throw toFileError(error, path)
  }
}

/**
 * The text to be replaced; `undefined` if the file is new, is not text or is too large. Throws if the encoding is
 * unknown, because the write would use another one.
 */
async function readBefore(realPath: string): Promise<DecodedText | undefined> {
  const decoded = await readIfExists(realPath)
  if (decoded === 'unknown')
    throw new FileError('invalid', `The encoding of ${realPath} is not known, and writing it could damage it`)
  return decoded === 'no text' ? undefined : decoded
}

async function readIfExists(realPath: string): Promise<Decoded | undefined> {
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
      getSystemCode(error) === 'ENOENT'
      || getSystemCode(error) === 'ENOTDIR'
      || (error instanceof FileError && error.kind === 'too_large')
    ) {
      return undefined
    }
    throw error
  }
}

/** Counts the bytes read, because some files grow or report a wrong size. */
async function readWhole(handle: FileHandle): Promise<Decoded> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of readPieces(handle)) {
    size += piece.length
    if (size > maxTextBytes)
      throw createTooLargeError(size)
    pieces.push(piece)
  }
  return decodeText(Buffer.concat(pieces))
}

function requireText(decoded: Decoded, path: string): string {
  if (decoded === 'no text' || decoded === 'unknown')
    throw createNotTextError(path)
  return decoded.text
}

/** Encodes text. Throws `FileError` for a character that the encoding cannot represent. */
function encodeOrThrow(text: string, encoding: TextEncoding): Uint8Array {
  const fault = findEncodingFault(encoding, text)
  if (fault !== undefined)
    throw new FileError('invalid', fault)
  return encodeAs(text, encoding)
}

async function readRange(
  handle: FileHandle,
  status: Stats,
  request: LineRange & { readonly path: string },
): Promise<string> {
  let decoder: TextDecoder | undefined
  const picker = new LinePicker(request)
  let scanned = 0
  let picked = 0
  for await (const piece of readPieces(handle)) {
    scanned += piece.length
    if (scanned > maxScanBytes)
      throw createTooLargeError(status.size)
    decoder ??= new TextDecoder(detectByMark(piece), { fatal: true, ignoreBOM: true })
    picked += picker.add(decode(decoder, piece, request.path, { stream: true }))
    if (picked > maxTextBytes)
      throw createTooLargeError(status.size)
    if (picker.isDone)
      return picker.text
  }
  if (decoder)
    decode(decoder, Buffer.alloc(0), request.path)
  return picker.text
}

/** Detects the encoding by the byte order mark. */
function detectByMark([first, second]: Buffer): string {
  return first === 0xFF && second === 0xFE ? 'utf-16le' : first === 0xFE && second === 0xFF ? 'utf-16be' : 'utf-8'
}

async function* readPieces(handle: FileHandle): AsyncGenerator<Buffer> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes)
    if (bytesRead === 0)
      return
    yield buffer.subarray(0, bytesRead)
  }
}

function decode(decoder: TextDecoder, bytes: Buffer, path: string, options?: { stream: boolean }): string {
  if (decoder.encoding === 'utf-8' && bytes.includes(0))
    throw createNotTextError(path)
  try {
    return decoder.decode(bytes, options)
  }
  catch {
    // An agent would write replacement characters back to the file.
    throw createNotTextError(path)
  }
}

/** Throws a `FileError` for invalid line numbers. */
export function ensureRange({ line, limit }: LineRange): void {
  checkNumber('line', line)
  checkNumber('limit', limit)
}

function checkNumber(name: string, value: number | null | undefined): void {
  if (value !== undefined && value !== null && !(Number.isInteger(value) && value >= 0 && value <= maxLineNumber))
    throw new FileError('invalid', `Invalid ${name}: it must be a whole number from 0 to ${maxLineNumber}`)
}

/**
 * Gives `content` the byte order mark and line endings of the text it replaces. Line feeds become CRLF if every line of
 * the old text ends with CRLF, and `content` has no carriage returns.
 */
function matchFormat(before: string, content: string): string {
  const lines = endsLinesWithCrlf(before) && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  return before.startsWith(byteOrderMark) && !lines.startsWith(byteOrderMark) ? byteOrderMark + lines : lines
}

function endsLinesWithCrlf(text: string): boolean {
  return text.includes('\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text)
}
