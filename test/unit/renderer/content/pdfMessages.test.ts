import { expect, it } from 'vitest'
import { parsePdfResponse } from '../../../../src/renderer/components/content/pdf/pdfMessages'

const page = { page: 2, pages: 3, width: 300, height: 400, text: 'words' }

it('accepts from the PDF page only a page within bounds or a known fault', () => {
  expect(parsePdfResponse(page)).toEqual(page)
  expect(parsePdfResponse({ ...page, pages: 1e300, text: 'x'.repeat(100_000) }))
    .toEqual({ ...page, pages: 100_000, text: 'x'.repeat(20_000) })
  expect(parsePdfResponse({ fault: 'locked', ...page, width: 1e9 })).toEqual({ fault: 'locked' })
  const others = [undefined, null, 'x', {}, { ...page, height: -1 }, { ...page, page: '2' }, { ...page, width: Number.NaN }, { fault: 'x' }]
  for (const wrong of others)
    expect(parsePdfResponse(wrong)).toEqual({ fault: 'damaged' })
})
