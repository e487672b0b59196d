/** The first message to the PDF frame. A port for page requests accompanies it. */
export interface PdfDocument {
  readonly bytes: ArrayBuffer
}

/** Requests a page, scaled to fit `width` × `height` CSS pixels. `ratio` is the device pixel ratio. */
export interface PdfPageRequest {
  /** Counted from 1. */
  readonly page: number
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/** A drawn page: size in CSS pixels, and text for screen readers. */
export interface PdfPage {
  readonly page: number
  /** Number of pages. */
  readonly pages: number
  readonly width: number
  readonly height: number
  readonly text: string
}

const faults = ['locked', 'damaged', 'slow'] as const
/** Why a page was not drawn: a password, an error, or a timeout. */
export type PdfFault = typeof faults[number]

/** A response of the PDF frame. */
export type PdfResponse = PdfPage | { readonly fault: PdfFault }

/** Maximum width and height of a page in CSS pixels. Larger pages are drawn smaller. */
export const maxPageSide = 8_000
/** Maximum pixels of a page: 32 MB, or A4 at 280 dpi. */
export const maxPagePixels = 8_000_000
/** Maximum pixels of a picture in a page, at four bytes each as in `imageSource.ts`. Larger ones are skipped. */
export const maxPicturePixels = 40_000_000
/** Time limit for loading and for each page. Most take less than half a second. */
export const pageTimeoutMs = 15_000
/** Maximum number of pages, as a document may claim any number. */
const maxPages = 100_000
/** Maximum characters of a page; a phone book page has 10,000. */
const maxTextCharacters = 20_000

/** Validates a response, as the frame processes untrusted documents. */
export function parsePdfResponse(data: unknown): PdfResponse {
  const { page, pages, width, height, text, fault } = typeof data === 'object' && data !== null
    ? data as Record<string, unknown>
    : {}
  const isNumber = (value: unknown, max: number): value is number =>
    typeof value === 'number' && value >= 1 && value <= max
  if (isNumber(page, maxPages)
    && isNumber(pages, Infinity)
    && isNumber(width, maxPageSide)
    && isNumber(height, maxPageSide)) {
    return {
      page,
      pages: Math.min(Math.floor(pages), maxPages),
      width,
      height,
      text: String(text).slice(0, maxTextCharacters),
    }
  }
  return { fault: faults.find(known => known === fault) ?? 'damaged' }
}
