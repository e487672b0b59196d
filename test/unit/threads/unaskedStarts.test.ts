import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { findUnaskedStarts } from '../../../src/main/threads/session/unaskedStarts'

function makeModes(currentModeId: string, ...ids: string[]) {
  return { modes: { currentModeId, availableModes: [currentModeId, ...ids].map(id => ({ id, name: id, description: `In ${id}` })) } }
}
function makeOption(more: Partial<SessionConfigOption>): SessionConfigOption {
  return { id: 'o', name: 'O', type: 'boolean', currentValue: true, ...more } as SessionConfigOption
}
function makeSelect(id: string, currentValue: string, ...values: string[]): SessionConfigOption {
  const options = [currentValue, ...values].map(value => ({ value, name: value }))
  return makeOption({ id, name: id, category: id === 'mode' ? 'mode' : 'permissions', type: 'select', currentValue, options } as never)
}

it('finds a mode that acts without asking, by name or catalogue entry, and the mode to use instead', () => {
  expect(findUnaskedStarts(makeModes('auto', 'plan', 'acceptEdits', 'default'))).toEqual([
    { name: 'Mode', value: 'auto', valueName: 'auto', about: 'In auto', instead: { value: 'default', name: 'default' } },
  ])
  expect(findUnaskedStarts(makeModes('auto-accept', 'plan', 'normal', 'yolo'))[0]?.instead?.value).toBe('normal')
  expect(findUnaskedStarts(makeModes('yolo', 'read-only', 'careful'))[0]?.instead?.value).toBe('careful')
  expect(findUnaskedStarts(makeModes('yolo', 'plan'))[0]?.instead?.value).toBe('plan')
  expect(findUnaskedStarts(makeModes('yolo', 'bypass'))[0]?.instead).toBeUndefined()
  expect(findUnaskedStarts(makeModes('auto', 'read-only'), { asking: ['auto'] })).toEqual([])
  expect(findUnaskedStarts(makeModes('bold', 'shy'), { unasked: ['bold'] })[0]?.instead?.value).toBe('shy')
  expect(findUnaskedStarts(makeModes('default', 'auto'))).toEqual([])
})

it('finds a config option that acts without asking, as the mode or beside it, and the value to use instead', () => {
  expect(findUnaskedStarts({ configOptions: [makeSelect('mode', 'yolo', 'ask')] }))
    .toMatchObject([{ configId: 'mode', value: 'yolo' }])
  expect(findUnaskedStarts({ ...makeModes('auto', 'ask'), configOptions: [makeOption({ id: 'model' })] }))
    .toMatchObject([{ value: 'auto' }])
  const allowAll = makeOption({ id: 'allow_all', name: 'Allow all', category: 'permissions' })
  expect(findUnaskedStarts({ configOptions: [makeSelect('mode', 'agent'), allowAll] })).toEqual([
    { configId: 'allow_all', name: 'Allow all', value: true, valueName: 'on', instead: { value: false, name: 'off' } },
  ])
  expect(findUnaskedStarts({ configOptions: [{ ...allowAll, currentValue: false } as SessionConfigOption] })).toEqual([])
  expect(findUnaskedStarts({ configOptions: [makeSelect('policy', 'never ask', 'on request')] })[0]?.instead?.value)
    .toBe('on request')
  expect(findUnaskedStarts({ configOptions: [makeOption({ id: 'plan', name: 'Plan first', category: 'mode' })] }))
    .toEqual([])
})
