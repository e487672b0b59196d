import { expect, it } from 'vitest'
import { attribute } from '../../../src/main/changes/attribute'
import { witnessOf } from '../../support/testLedger'

const change = { path: '/folder/file', isInEditor: () => false, savedAt: () => 100 }
const inEditor = { ...change, isInEditor: () => true }
const named = { named: new Map([['/folder/file', [{ from: 0, to: Infinity }]]]) }

it('is from outside where no turn is open', () => {
  expect(attribute(change, [])).toEqual({ by: 'outside' })
})

it('is asked for where a tool call names the file, whatever else runs', () => {
  expect(attribute(change, [witnessOf('one', named), witnessOf('other', { commandUntil: Infinity })]))
    .toEqual({ by: 'asked', threadId: 'one', promptId: 'one-1' })
})

it.each([
  ['an editor has the file open', inEditor, {}],
  ['Parley has unsaved text of it', change, { unsaved: new Set(['/folder/file']) }],
  ['the agent waited for the person then', change, { questions: [{ from: 99, to: 151 }] }],
  ['the agent waits for the person', { ...change, savedAt: () => undefined }, { questions: [{ from: 99, to: Infinity }] }],
])('is unclear where %s, whatever is named or runs', (_sign, seen, sign) => {
  expect(attribute(seen, [witnessOf('one', { ...named, ...sign })])).toEqual({ by: 'unclear' })
  expect(attribute(seen, [witnessOf('one', { commandUntil: Infinity, ...sign })])).toEqual({ by: 'unclear' })
})

it('is not asked for where it was changed before the call that names the file was told, or between two', () => {
  const spans = (...spans: [number, number][]) => ({ named: new Map([['/folder/file', spans.map(([from, to]) => ({ from, to }))]]) })
  expect(attribute(change, [witnessOf('one', spans([140, Infinity]))])).toMatchObject({ by: 'asked' }) // clocks of files are coarse
  expect(attribute(change, [witnessOf('one', spans([151, Infinity]))])).toMatchObject({ by: 'unannounced' })
  expect(attribute(change, [witnessOf('one', spans([20, 99], [151, Infinity]))])).toMatchObject({ by: 'unannounced' })
})

it('is the agent\'s where the question was answered before, or in the very moment', () => {
  const asked = (from: number, to: number) => witnessOf('one', { ...named, questions: [{ from, to }] })
  expect(attribute(change, [asked(20, 99)])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [asked(20, 140)])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [asked(101, 200)])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [witnessOf('one', { questions: [{ from: 20, to: 200 }] })])).toEqual({ by: 'you' })
})

it('is unclear where a command runs on after its turn, once a moment is over', () => {
  const late = (lateUntil: number) => witnessOf('one', { commandUntil: Infinity, lateUntil })
  expect(attribute(change, [late(100)])).toMatchObject({ by: 'command' })
  expect(attribute(change, [late(99)])).toEqual({ by: 'unclear' })
})

it('is asked for where it was last changed before the call that names the file had ended, however late that is seen', () => {
  const until = (time: number) => ({ named: new Map([['/folder/file', [{ from: 0, to: time }]]]), commandUntil: Infinity })
  expect(attribute(change, [witnessOf('one', until(100))])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [witnessOf('one', until(99))])).toMatchObject({ by: 'command' })
  expect(attribute({ ...change, savedAt: () => undefined }, [witnessOf('one', until(100))])).toMatchObject({ by: 'command' })
})

it('is unclear where two threads name the file', () => {
  expect(attribute(change, [witnessOf('one', named), witnessOf('other', named)])).toEqual({ by: 'unclear' })
})

it('is a command\'s where one thread alone runs commands', () => {
  expect(attribute(change, [witnessOf('other', { commandUntil: Infinity })]))
    .toEqual({ by: 'command', threadId: 'other', promptId: 'other-1' })
  expect(attribute(change, [witnessOf('one'), witnessOf('other', { commandUntil: Infinity })])).toEqual({ by: 'unclear' })
  const both = [witnessOf('one', { commandUntil: Infinity }), witnessOf('other', { commandUntil: Infinity })]
  expect(attribute(change, both)).toEqual({ by: 'unclear' })
  const waiting = [witnessOf('one', { commandUntil: 100 }), witnessOf('other', { commandUntil: 100, isWaiting: true })]
  expect(attribute(change, waiting)).toEqual({ by: 'unclear' })
})

it('is a command\'s where it was last changed before the command had ended, however late that is seen', () => {
  expect(attribute(change, [witnessOf('one', { commandUntil: 100 })])).toMatchObject({ by: 'command' })
  expect(attribute(change, [witnessOf('one', { commandUntil: 99 })])).toMatchObject({ by: 'unannounced' })
  // In a folder that was moved there: older than the turn.
  expect(attribute(change, [witnessOf('one', { commandUntil: 200, began: 101, isWaiting: true })])).toMatchObject({ by: 'you' })
  expect(attribute({ ...change, savedAt: () => undefined }, [witnessOf('one', { commandUntil: 100 })])).toMatchObject({ by: 'unannounced' })
})

it('is the person\'s where an editor has the file open, or every turn waits for the person', () => {
  expect(attribute(inEditor, [witnessOf('one')])).toEqual({ by: 'you' })
  expect(attribute(change, [witnessOf('one', { isWaiting: true })])).toEqual({ by: 'you' })
})

it('is the person\'s where an editor saved it after every turn had ended, although a tool call named it', () => {
  expect(attribute(inEditor, [witnessOf('one', { ...named, quietSince: 99 })])).toEqual({ by: 'you' })
  // Written before the end, in the turn of another, or with no editor near.
  expect(attribute(inEditor, [witnessOf('one', { ...named, quietSince: 100 })])).toEqual({ by: 'unclear' })
  expect(attribute(inEditor, [witnessOf('one', { ...named, quietSince: 99 }), witnessOf('other')])).toEqual({ by: 'unclear' })
  expect(attribute(change, [witnessOf('one', { ...named, quietSince: 99 })])).toMatchObject({ by: 'asked' })
})

it('is the working agent\'s, not announced, where one works and nothing tells', () => {
  const unannounced = { by: 'unannounced', threadId: 'one', promptId: 'one-1' }
  expect(attribute(change, [witnessOf('one')])).toEqual(unannounced)
  expect(attribute(change, [witnessOf('one'), witnessOf('other', { isWaiting: true })])).toEqual(unannounced)
})

it('is unclear where two work and nothing tells', () => {
  expect(attribute(change, [witnessOf('one'), witnessOf('other')])).toEqual({ by: 'unclear' })
})
