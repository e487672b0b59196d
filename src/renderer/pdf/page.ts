import type { PdfDocument, PdfPageRequest, PdfResponse } from '../components/content/pdf/pdfMessages'
import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist'
import { maxPagePixels, maxPageSide, maxPicturePixels } from '../components/content/pdf/pdfMessages'
import { decodeBase64 } from '../text/base64'
// Parses documents here instead of in a worker, as this page is isolated from the window and does nothing else.
import 'pdfjs-dist/build/pdf.worker.mjs'

/** CSS pixels per point of a document. */
const pixelsPerPoint = 96 / 72
/** Maximum scale of a page, relative to its printed size. */
const maxEnlargement = 2

/** Returns the data that scripts/framedPages.mjs embeds in this page. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const bytes = decodeBase64(readFiles()[filename] ?? '')
    if (!bytes || bytes.length === 0)
      throw new Error(`There is no ${filename}.`)
    return bytes
  }
}

let parsed: Readonly<Record<string, string>> | undefined
function readFiles(): Readonly<Record<string, string>> {
  return parsed ??= JSON.parse(document.querySelector('#files')?.textContent ?? '{}') as Record<string, string>
}

addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<PdfDocument>) => {
  if (source !== parent || !port)
    return
  // No form scripts (XFA), no links, and no fetching, as there is no network.
  const opening = getDocument({
    data: new Uint8Array(data.bytes),
    BinaryDataFactory: OwnFiles,
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
    useWorkerFetch: false,
    // Draws letters as paths, so that the system's font parser never gets a document's fonts.
    disableFontFace: true,
    enableXfa: false,
    maxImageSize: maxPicturePixels,
    verbosity: 0,
  })
  port.onmessage = ({ data }: MessageEvent<PdfPageRequest>) => {
    opening.promise.then(async pdf => draw(pdf, data)).then(answer => port.postMessage(answer), (error: unknown) => {
      port.postMessage({ fault: error instanceof PasswordException ? 'locked' : 'damaged' } satisfies PdfResponse)
    })
  }
}, { once: true })

/** Draws a page of the document and replaces the previous one. */
async function draw(
  pdf: PDFDocumentProxy,
  { page: number, width, height, ratio }: PdfPageRequest,
): Promise<PdfResponse> {
  const page = await pdf.getPage(number)
  const plain = page.getViewport({ scale: 1 })
  const scale = Math.min(
    width / plain.width,
    Math.min(height, maxPageSide) / plain.height,
    maxEnlargement * pixelsPerPoint,
  )
  const size = {
    width: Math.max(1, Math.floor(plain.width * scale)),
    height: Math.max(1, Math.floor(plain.height * scale)),
  }
  const dots = scale * Math.min(ratio, Math.sqrt(maxPagePixels / (size.width * size.height)))
  const viewport = page.getViewport({ scale: dots })
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.floor(viewport.width)),
    height: Math.max(1, Math.floor(viewport.height)),
  })
  await page.render({ canvas, viewport }).promise
  document.querySelector('canvas')?.remove()
  document.body.append(canvas)
  const { items } = await page.getTextContent()
  const text = items.map(item => 'str' in item ? item.str + (item.hasEOL ? '\n' : '') : '').join('')
  page.cleanup()
  return { page: number, pages: pdf.numPages, ...size, text }
}
