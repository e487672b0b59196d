import { expect, it } from 'vitest'
import { keysThatWork } from '../../../src/renderer/composables/keys'

it('shows no keys that a browser keeps for itself', () => {
  expect(keysThatWork(['Mod+N', 'Alt+N'], true)).toEqual(['Alt+N'])
  expect(keysThatWork(['Mod+N', 'Alt+N'], false)).toEqual(['Mod+N', 'Alt+N'])
})
