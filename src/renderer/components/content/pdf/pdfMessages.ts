/** What the page of PDF documents is given first, with a port on which it is asked for pages. */
export interface PdfDocument {
  readonly bytes: ArrayBuffer
}

/** Which page to draw, from 1 on, into a room of CSS pixels, of which each is so many of the screen's. */
export interface PdfQuestion {
  readonly page: number
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/** A page that was drawn: its size in CSS pixels, and its words for those who cannot see it. */
export interface PdfPage {
  readonly page: number
  /** How many there are. */
  readonly pages: number
  readonly width: number
  readonly height: number
  readonly text: string
}

const faults = ['locked', 'damaged', 'slow'] as const
/** Why a page was not drawn: a password, an error in it, or the time that it takes. */
export type PdfFault = typeof faults[number]

/** What the page of PDF documents answers. */
export type PdfAnswer = PdfPage | { readonly fault: PdfFault }

/** In CSS pixels: longer pages, such as a till's roll, are drawn smaller. */
export const maxPageSide = 8_000
/** What a page is drawn of, whatever the screen has: 32 MB, and a sheet of A4 at 280 dots per inch. */
export const maxPagePixels = 8_000_000
/** A picture in a page takes four bytes for each of these, as in `imageSource.ts`; larger ones are left out. */
export const maxPicturePixels = 40_000_000
/** From the loading of the document's page on, and for each page: most take less than half a second. */
export const pageMs = 15_000
/** Further pages than anyone turns to; a document may claim any number. */
const maxPages = 100_000
/** A page of a telephone book has some 10,000. */
const maxTextCharacters = 20_000

/** The answer, if it is one: what draws a document of someone else's is not trusted. */
export function readPdfAnswer(data: unknown): PdfAnswer {
  const { page, pages, width, height, text, fault } = typeof data === 'object' && data !== null ? data as Record<string, unknown> : {}
  const isNumber = (value: unknown, most: number): value is number => typeof value === 'number' && value >= 1 && value <= most
  if (isNumber(page, maxPages) && isNumber(pages, Infinity) && isNumber(width, maxPageSide) && isNumber(height, maxPageSide))
    return { page, pages: Math.min(Math.floor(pages), maxPages), width, height, text: String(text).slice(0, maxTextCharacters) }
  return { fault: faults.find(known => known === fault) ?? 'damaged' }
}
