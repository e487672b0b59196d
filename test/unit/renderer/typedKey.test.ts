// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { typesOutsideFields } from '../../../src/renderer/composables/useTypedAhead'

/** Whether the key goes to the message box when it is pressed in the element of `html` that is marked. */
function isForMessage(html: string, init: KeyboardEventInit & { isAltGraph?: boolean }): boolean {
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = html
  const event = new KeyboardEvent('keydown', { bubbles: true, ...init })
  event.getModifierState = name => name === 'AltGraph' && init.isAltGraph === true
  place.querySelector('[data-here]')!.dispatchEvent(event)
  const isTyped = typesOutsideFields(event)
  place.remove()
  return isTyped
}

it('accepts keys that type a character outside of fields, also through a dead key, AltGr or an input method', () => {
  const question = '<section data-here tabindex="-1"></section>'
  for (const init of [{ key: 'a' }, { key: 'Ä', shiftKey: true }, { key: '😀' }, { key: ' ' }, { key: 'Dead' }, { key: 'Process' }])
    expect([init.key, isForMessage(question, init)]).toEqual([init.key, true])
  expect(isForMessage(question, { key: '@', ctrlKey: true, altKey: true, isAltGraph: true })).toBe(true)
  expect(isForMessage('<button data-here>No</button>', { key: 'n' })).toBe(true)
})

it('ignores shortcuts, navigation keys, keys in fields and Space on a button', () => {
  const question = '<section data-here tabindex="-1"></section>'
  const shortcuts = [{ key: 'k', ctrlKey: true }, { key: '1', altKey: true }, { key: 'v', metaKey: true }]
  for (const init of [{ key: 'Enter' }, { key: 'Tab' }, { key: 'End' }, ...shortcuts])
    expect([init.key, isForMessage(question, init)]).toEqual([init.key, false])
  for (const field of ['<input data-here>', '<textarea data-here></textarea>', '<select data-here></select>'])
    expect([field, isForMessage(field, { key: 'a' })]).toEqual([field, false])
  expect(isForMessage('<button data-here>No</button>', { key: ' ' })).toBe(false)
})
