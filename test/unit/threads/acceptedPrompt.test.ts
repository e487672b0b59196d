import { expect, it } from 'vitest'
import { acceptedPrompt } from '../../../src/main/threads/session/acceptedPrompt'
import { pastedBlock } from '../../../src/shared/thread/text/pastedText'

it('gives a pasted text to every agent: as it is attached, or as plain text where no files are taken', () => {
  const pasted = pastedBlock('Pasted 400 lines', 'one\ntwo')
  expect(acceptedPrompt([pasted], { embeddedContext: true })).toEqual([pasted])
  expect(acceptedPrompt([pasted], {})).toEqual([{ type: 'text', text: 'one\ntwo' }])
})
