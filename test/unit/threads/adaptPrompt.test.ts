import { expect, it } from 'vitest'
import { adaptPrompt } from '../../../src/main/threads/session/adaptPrompt'
import { createPastedBlock } from '../../../src/shared/thread/text/pastedText'

it('sends a pasted text to every agent: as an attachment, or as plain text if it takes no files', () => {
  const pasted = createPastedBlock('Pasted 400 lines', 'one\ntwo')
  expect(adaptPrompt([pasted], { embeddedContext: true })).toEqual([pasted])
  expect(adaptPrompt([pasted], {})).toEqual([{ type: 'text', text: 'one\ntwo' }])
})
