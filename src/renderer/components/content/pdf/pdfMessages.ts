/** First message to the PDF frame, with a port for page requests. */
export interface PdfDocument {
  readonly bytes: ArrayBuffer
}

/** A page to draw, from 1, into a box of CSS pixels at a device pixel ratio. */
export interface PdfQuestion {
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

/** An answer of the PDF frame. */
export type PdfAnswer = PdfPage | { readonly fault: PdfFault }

/** Maximum height in CSS pixels. Longer pages are drawn smaller. */
export const maxPageSide = 8_000
/** Maximum pixels of a page: 32 MB, or A4 at 280 dpi. */
export const maxPagePixels = 8_000_000
/** Maximum pixels of a picture in a page, at four bytes each as in `imageSource.ts`. Larger ones are skipped. */
export const maxPicturePixels = 40_000_000
/** Time limit for loading and for each page. Most take less than half a second. */
export const pageMs = 15_000
/** Maximum number of pages, as documents may claim any. */
const maxPages = 100_000
/** Maximum characters of a page; one of a telephone book has 10,000. */
const maxTextCharacters = 20_000

/** Validates an answer, as the frame draws untrusted documents. */
export function readPdfAnswer(data: unknown): PdfAnswer {
  const { page, pages, width, height, text, fault } = typeof data === 'object' && data !== null ? data as Record<string, unknown> : {}
  const isNumber = (value: unknown, most: number): value is number => typeof value === 'number' && value >= 1 && value <= most
  if (isNumber(page, maxPages) && isNumber(pages, Infinity) && isNumber(width, maxPageSide) && isNumber(height, maxPageSide))
    return { page, pages: Math.min(Math.floor(pages), maxPages), width, height, text: String(text).slice(0, maxTextCharacters) }
  return { fault: faults.find(known => known === fault) ?? 'damaged' }
}
