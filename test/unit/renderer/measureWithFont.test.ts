import type { Terminal } from '@xterm/xterm'
import { expect, it } from 'vitest'
import { measureWithFont } from '../../../src/renderer/components/terminal/screen/openScreen'

it('leaves a terminal alone that has no font yet, being made in a thread out of view', async () => {
  const options = { fontSize: Number.NaN, fontFamily: '' }
  await measureWithFont({ options } as Terminal)
  expect(options).toEqual({ fontSize: Number.NaN, fontFamily: '' })
})
