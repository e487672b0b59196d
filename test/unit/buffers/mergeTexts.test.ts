import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toEditorText } from '../../../src/main/buffers/text/editorText'
import { mergeTexts } from '../../../src/main/buffers/text/mergeTexts'

it('returns the changes from each side to the merged text', () => {
  const text = fc.array(
    fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '😀\n', '😁'),
    { maxLength: 12 },
  ).map(parts => toEditorText(parts.join('')))
  fc.assert(fc.property(text, text, text, (base, ours, theirs) => {
    const merged = mergeTexts({ base, ours, theirs })
    expect(merged.fromOurs.apply(ours).toString()).toBe(merged.text.toString())
    expect(merged.fromTheirs.apply(theirs).toString()).toBe(merged.text.toString())
  }), { numRuns: 1_000 })
})
