import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import { findKnownProgram } from '../../../src/main/agents/catalogue/knownPrograms'
import { actsUnasked, findUnaskedAnswer, findUnaskedChoice } from '../../../src/shared/thread/options/modes'

const makeChoice = (id: string, name = id) => ({ id, name })

describe('modes that act without asking', () => {
  const telling = [
    ...['bypassPermissions', 'yolo', 'YOLO mode', 'YOLOMode', 'auto', 'full-access', 'agent_full_access', 'Full Access', 'autoEdit'],
    ...['https://a.test/modes#autopilot', 'Autopilot', 'auto-approve', 'allowAll', 'Never ask', 'dangerously-skip-permissions'],
    ...['\uFF39\uFF2F\uFF2C\uFF2F', 'by\u200Bpass', 'a\u00ADuto'],
  ]
  it.each(telling)('include %s', (name) => {
    expect(actsUnasked(makeChoice(name))).toBe(true)
    expect(actsUnasked(makeChoice('m1', name))).toBe(true)
  })

  const asking = ['default', 'plan', 'acceptEdits', 'ask', 'Automobile', 'read-only', 'autonomy-free', 'Ask for all', 'No edits']
  it.each(asking)('do not include %s', (name) => {
    expect(actsUnasked(makeChoice(name))).toBe(false)
  })

  it('are marked in the catalogue, including those with misleading names', () => {
    const listModes = (command: string) => findKnownProgram({ agentId: 'settings:Mine', command, args: [], env: {} }, {})?.modes
    expect(actsUnasked(makeChoice('agent-full-access'), listModes('codex-acp'))).toBe(true)
    expect(actsUnasked(makeChoice('auto'), listModes('codex-acp'))).toBe(false)
    expect(actsUnasked(makeChoice('autoEdit'), listModes('gemini'))).toBe(false)
    expect(actsUnasked(makeChoice('auto'), listModes('kimi'))).toBe(true)
    expect(actsUnasked(makeChoice('bold'), { unasked: ['bold'] })).toBe(true)
  })

  it('are found among values of options about asking, and of no others', () => {
    const options = [{ value: 'ask', name: 'Ask' }, { value: 'm', name: 'Auto' }]
    const mode: SessionConfigOption = { type: 'select', id: 'mode', name: 'Mode', currentValue: 'ask', options }
    expect(findUnaskedChoice(mode, 'm')).toEqual({ id: 'm', name: 'Auto' })
    expect(findUnaskedChoice(mode, 'ask')).toBeUndefined()
    expect(findUnaskedChoice({ ...mode, id: 'model', category: 'model' }, 'm')).toBeUndefined()
    const all: SessionConfigOption = { type: 'boolean', id: 'all', name: 'Allow all', category: 'permissions', currentValue: false }
    expect(findUnaskedChoice(all, true)).toEqual({ id: 'all', name: 'Allow all' })
    expect(findUnaskedChoice(all, false)).toBeUndefined()
  })
})

it('an option of a question that switches to a mode that acts without asking is recognized by id or name', () => {
  const modes = [makeChoice('default', 'Manual'), makeChoice('acceptEdits', 'Accept edits'), makeChoice('auto', 'Auto')]
  const plan = { isAboutMode: true, modes }
  const other = { isAboutMode: false, modes: [] }
  const acts = (id: string, name: string, question: typeof plan | typeof other) =>
    findUnaskedAnswer({ id, name }, question)?.name
  expect(acts('auto', 'Yes, carry on', plan)).toBe('Auto')
  expect(acts('acceptEdits', 'Yes, and auto-accept edits', plan)).toBeUndefined()
  expect(acts('bypassPermissions', 'Yes, and bypass permissions', plan)).toBe('Yes, and bypass permissions')
  expect(acts('default', 'Yes, in YOLO mode', plan)).toBe('Manual')
  expect(acts('o3', 'Yes, and never ask again', plan)).toBe('Yes, and never ask again')
  expect(acts('o3', 'Yes, and don’t ask again for npm test', other)).toBeUndefined()
  expect(acts('o3', 'Allow all edits', other)).toBeUndefined()
  expect(acts('o3', 'Yes, and bypass permissions', other)).toBe('Yes, and bypass permissions')
  expect(findUnaskedAnswer(makeChoice('bold'), { ...other, known: { unasked: ['bold'] } })?.id).toBe('bold')
})
