import { detectEncoding } from '../text/textEncoding'

/** A file's type as detected from its bytes, because the sender's claim can't be trusted. */
export interface FileType {
  readonly kind: 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'archive' | 'program' | 'unknown'
  readonly mimeType: string
  /** Without a dot; never one that a system would execute. */
  readonly extension: string
}

/** Bytes that must all match. */
interface Signature {
  readonly type: FileType
  readonly parts: readonly { readonly at: number, readonly bytes: string }[]
}

const unknown: FileType = { kind: 'unknown', mimeType: 'application/octet-stream', extension: 'bin' }
const program: FileType = { ...unknown, kind: 'program' }
const text: FileType = { kind: 'text', mimeType: 'text/plain', extension: 'txt' }

/** One character per byte. */
const signatures: readonly Signature[] = [
  createSignature('\x89PNG\r\n\x1A\n', { kind: 'image', mimeType: 'image/png', extension: 'png' }),
  createSignature('\xFF\xD8\xFF', { kind: 'image', mimeType: 'image/jpeg', extension: 'jpg' }),
  createSignature('GIF8', { kind: 'image', mimeType: 'image/gif', extension: 'gif' }),
  createSignature('RIFF', { kind: 'image', mimeType: 'image/webp', extension: 'webp' }, 'WEBP'),
  createSignature('RIFF', { kind: 'audio', mimeType: 'audio/wav', extension: 'wav' }, 'WAVE'),
  createSignature('OggS', { kind: 'audio', mimeType: 'audio/ogg', extension: 'ogg' }),
  createSignature('fLaC', { kind: 'audio', mimeType: 'audio/flac', extension: 'flac' }),
  createSignature('ID3', { kind: 'audio', mimeType: 'audio/mpeg', extension: 'mp3' }),
  ...['\xFB', '\xF3', '\xF2'].map(second =>
    createSignature(`\xFF${second}`, { kind: 'audio', mimeType: 'audio/mpeg', extension: 'mp3' })),
  // MP4 is one container for pictures, sound and video; the brand after `ftyp` tells which.
  ...['avif', 'avis'].map(brand => createBoxSignature(brand, { kind: 'image', mimeType: 'image/avif', extension: 'avif' })),
  // No browser renders HEIC, so Parley treats it as an unknown file.
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(brand =>
    createBoxSignature(brand, { ...unknown, mimeType: 'image/heic', extension: 'heic' })),
  ...['M4A ', 'M4B '].map(brand => createBoxSignature(brand, { kind: 'audio', mimeType: 'audio/mp4', extension: 'm4a' })),
  createBoxSignature('', { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' }),
  createSignature('\x1A\x45\xDF\xA3', { kind: 'video', mimeType: 'video/webm', extension: 'webm' }),
  createSignature('%PDF-', { kind: 'pdf', mimeType: 'application/pdf', extension: 'pdf' }),
  createSignature('PK\x03\x04', { kind: 'archive', mimeType: 'application/zip', extension: 'zip' }),
  createSignature('\x1F\x8B', { kind: 'archive', mimeType: 'application/gzip', extension: 'gz' }),
  createSignature('7z\xBC\xAF\x27\x1C', { kind: 'archive', mimeType: 'application/x-7z-compressed', extension: '7z' }),
  // ELF, Windows, and macOS: both byte orders, and universal.
  ...['\x7FELF', 'MZ', '\xFE\xED\xFA\xCE', '\xFE\xED\xFA\xCF', '\xCE\xFA\xED\xFE', '\xCF\xFA\xED\xFE', '\xCA\xFE\xBA\xBE']
    .map(start => createSignature(start, program)),
]

function createSignature(start: string, type: FileType, atEight?: string): Signature {
  return { type, parts: [{ at: 0, bytes: start }, ...atEight === undefined ? [] : [{ at: 8, bytes: atEight }]] }
}

function createBoxSignature(brand: string, type: FileType): Signature {
  return { type, parts: [{ at: 4, bytes: `ftyp${brand}` }] }
}

/**
 * Detects a file's type. Text must certainly be in one of the editable encodings; anything unrecognized is `unknown`.
 */
export function detectFileType(bytes: Uint8Array): FileType {
  const found = signatures.find(({ parts }) => parts.every(part => isAt(bytes, part)))
  if (found)
    return found.type
  return detectEncoding(bytes)?.isSure ? text : unknown
}

function isAt(bytes: Uint8Array, { at, bytes: wanted }: { at: number, bytes: string }): boolean {
  return [...wanted].every((character, index) => bytes[at + index] === character.charCodeAt(0))
}

/** More than the log keeps of a file, and less than a message can carry as base64. */
export const maxShownBytes = 12_000_000

/** Whether Parley shows files of that kind itself, without opening another program. */
export function isShown(kind: FileType['kind']): boolean {
  return kind === 'image' || kind === 'audio' || kind === 'pdf'
}
