import { formatNumber } from '../../../text/format'

/** What a PDF document says that is shown. */
export const pdfWords = {
  document: (name: string) => `PDF document ${name}`,
  page: (page: number, pages: number) => `Page ${formatNumber(page)} of ${formatNumber(pages)}`,
  opening: 'Opening…',
  previous: 'Previous page',
  next: 'Next page',
  fitWidth: 'Fit the width',
  fitWidthHint: 'As wide as there is room, instead of the whole page',
  faults: {
    locked: 'This document needs a password. Save it to open it elsewhere.',
    damaged: 'This document cannot be shown: it is damaged.',
    damagedPage: 'This page cannot be shown: it is damaged.',
    slow: 'This page takes too long to draw.',
  },
} as const
