import { readableLine } from '../../text/readableText'
import { contentWords } from './words'

const { image: words } = contentWords
const maxBytes = 8 * 1024 * 1024
const maxPixels = 40_000_000

/** An image as a `data:` URL with its size in pixels, or why it cannot be shown. */
type ImageSource
  = { readonly source: string, readonly width: number, readonly height: number }
    | { readonly refused: string }

/** Checks an image's size before the browser decodes it, as a small file may expand to gigabytes. */
export function getImageSource({ data, mimeType }: { data: string, mimeType: string }): ImageSource {
  if (data.length * 3 / 4 > maxBytes)
    return { refused: words.tooManyBytes }
  // Decodes all bytes, as a JPEG's size may follow long metadata.
  const bytes = decode(data)
  if (!bytes)
    return { refused: words.notReadable }
  const header = readPngHeader(bytes) ?? readGifHeader(bytes) ?? readWebpHeader(bytes) ?? readJpegHeader(bytes)
  if (!header)
    return { refused: words.unknownType(readableLine(mimeType, 80)) }
  const { type, width, height } = header
  if (width < 1 || height < 1 || width * height > maxPixels)
    return { refused: words.tooManyPixels(width, height) }
  return { source: `data:image/${type};base64,${data}`, width, height }
}

type Header = { type: string, width: number, height: number } | undefined

function decode(data: string): DataView | undefined {
  try {
    const text = atob(data)
    return new DataView(Uint8Array.from(text, character => character.charCodeAt(0)).buffer)
  }
  catch {
    return undefined // not base64
  }
}

function startsWith(bytes: DataView, text: string, at = 0): boolean {
  return (
    bytes.byteLength >= at + text.length && [...text].every((character, index) =>
      bytes.getUint8(at + index) === character.charCodeAt(0),
    )
  )
}

function readPngHeader(bytes: DataView): Header {
  if (!startsWith(bytes, '\u0089PNG\r\n\u001A\n') || bytes.byteLength < 24)
    return undefined
  return { type: 'png', width: bytes.getUint32(16), height: bytes.getUint32(20) }
}

function readGifHeader(bytes: DataView): Header {
  if (!startsWith(bytes, 'GIF8') || bytes.byteLength < 10)
    return undefined
  return { type: 'gif', width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
}

function readWebpHeader(bytes: DataView): Header {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.byteLength < 30)
    return undefined
  if (startsWith(bytes, 'VP8X', 12)) {
    return {
      type: 'webp',
      width: 1 + (bytes.getUint32(24, true) & 0xFFFFFF),
      height: 1 + (bytes.getUint32(26, true) >>> 8),
    }
  }
  if (startsWith(bytes, 'VP8L', 12)) {
    const bits = bytes.getUint32(21, true)
    return { type: 'webp', width: 1 + (bits & 0x3FFF), height: 1 + (bits >>> 14 & 0x3FFF) }
  }
  return { type: 'webp', width: bytes.getUint16(26, true) & 0x3FFF, height: bytes.getUint16(28, true) & 0x3FFF }
}

function readJpegHeader(bytes: DataView): Header {
  if (!startsWith(bytes, '\u00FF\u00D8\u00FF'))
    return undefined
  let at = 2
  while (at + 9 < bytes.byteLength && bytes.getUint8(at) === 0xFF) {
    const marker = bytes.getUint8(at + 1)
    // Frame headers contain the size; 0xC4, 0xC8 and 0xCC are tables.
    if (marker >= 0xC0 && marker <= 0xCF && ![0xC4, 0xC8, 0xCC].includes(marker))
      return { type: 'jpeg', width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) }
    at += 2 + bytes.getUint16(at + 2)
  }
  return undefined
}
