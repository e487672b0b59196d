import { expect, it } from 'vitest'
import { attribute } from '../../../src/main/changes/attribute'
import { turnOf } from '../../support/setEvidence'

const change = { path: '/folder/file', isInEditor: () => false, isUnsaved: false, savedAt: () => 100 }
const inEditor = { ...change, isInEditor: () => true }
const named = { named: new Map([['/folder/file', [{ from: 0, to: Infinity }]]]) }

it('a change is from outside if no turn is open', () => {
  expect(attribute(change, [])).toEqual({ by: 'outside' })
})

it('a change is announced if a tool call names the file, no matter what else runs', () => {
  expect(attribute(change, [turnOf('one', named), turnOf('other', { commandUntil: Infinity })]))
    .toEqual({ by: 'asked', threadId: 'one', promptId: 'one-1', began: 0 })
})

it.each([
  ['an editor has the file open', inEditor, {}],
  ['Parley has unsaved text of the file', { ...change, isUnsaved: true }, {}],
  ['the agent waited for the person when the change was made', change, { questions: [{ from: 99, to: 151 }] }],
  [
    'the agent waits for the person and the time of the change is unknown',
    { ...change, savedAt: () => undefined },
    { questions: [{ from: 99, to: Infinity }] },
  ],
])('a change is unclear if %s, even if a call names the file or a command runs', (_sign, seen, sign) => {
  expect(attribute(seen, [turnOf('one', { ...named, ...sign })])).toEqual({ by: 'unclear', began: 0 })
  expect(attribute(seen, [turnOf('one', { commandUntil: Infinity, ...sign })])).toEqual({ by: 'unclear', began: 0 })
})

it('a change is not announced if it was made before or between calls that name the file', () => {
  const spans = (...spans: [number, number][]) => ({ named: new Map([['/folder/file', spans.map(([from, to]) => ({ from, to }))]]) })
  expect(attribute(change, [turnOf('one', spans([140, Infinity]))])).toMatchObject({ by: 'asked' }) // clocks of files are coarse
  expect(attribute(change, [turnOf('one', spans([151, Infinity]))])).toMatchObject({ by: 'unannounced' })
  expect(attribute(change, [turnOf('one', spans([20, 99], [151, Infinity]))])).toMatchObject({ by: 'unannounced' })
})

it('a change is the agent\'s if a question was closed at its time, and the person\'s if one was open', () => {
  const asked = (from: number, to: number) => turnOf('one', { ...named, questions: [{ from, to }] })
  expect(attribute(change, [asked(20, 99)])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [asked(20, 140)])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [asked(101, 200)])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [turnOf('one', { questions: [{ from: 20, to: 200 }] })])).toEqual({ by: 'you', began: 0 })
})

it('a change is unclear if a command makes it more than a moment after the turn', () => {
  const late = (lateUntil: number) => turnOf('one', { commandUntil: Infinity, lateUntil })
  expect(attribute(change, [late(100)])).toMatchObject({ by: 'command' })
  expect(attribute(change, [late(99)])).toEqual({ by: 'unclear', began: 0 })
})

it('a change is announced if it was made before the call that names the file ended, even if it is found later', () => {
  const until = (time: number) => ({ named: new Map([['/folder/file', [{ from: 0, to: time }]]]), commandUntil: Infinity })
  expect(attribute(change, [turnOf('one', until(100))])).toMatchObject({ by: 'asked' })
  expect(attribute(change, [turnOf('one', until(99))])).toMatchObject({ by: 'command' })
  expect(attribute({ ...change, savedAt: () => undefined }, [turnOf('one', until(100))])).toMatchObject({ by: 'command' })
})

it('a change is unclear if two threads name the file', () => {
  expect(attribute(change, [turnOf('one', named), turnOf('other', named)])).toEqual({ by: 'unclear', began: 0 })
})

it('a change is a command\'s only if no other thread works or ran a command then', () => {
  expect(attribute(change, [turnOf('other', { commandUntil: Infinity })]))
    .toEqual({ by: 'command', threadId: 'other', promptId: 'other-1', began: 0 })
  expect(attribute(change, [turnOf('one'), turnOf('other', { commandUntil: Infinity })])).toEqual({ by: 'unclear', began: 0 })
  const both = [turnOf('one', { commandUntil: Infinity }), turnOf('other', { commandUntil: Infinity })]
  expect(attribute(change, both)).toEqual({ by: 'unclear', began: 0 })
  const waiting = [turnOf('one', { commandUntil: 100 }), turnOf('other', { commandUntil: 100, isWaiting: true })]
  expect(attribute(change, waiting)).toEqual({ by: 'unclear', began: 0 })
})

it('a change is a command\'s if it was made before the command ended, even if it is found later', () => {
  expect(attribute(change, [turnOf('one', { commandUntil: 100 })])).toMatchObject({ by: 'command' })
  expect(attribute(change, [turnOf('one', { commandUntil: 99 })])).toMatchObject({ by: 'unannounced' })
  // In a folder that was moved there: older than the turn.
  expect(attribute(change, [turnOf('one', { commandUntil: 200, began: 101, isWaiting: true })])).toMatchObject({ by: 'you' })
  expect(attribute({ ...change, savedAt: () => undefined }, [turnOf('one', { commandUntil: 100 })])).toMatchObject({ by: 'unannounced' })
})

it('a change belongs to a finished turn only if it was made before the end; a deletion never does', () => {
  const over = (overSince: number) => [turnOf('one', { commandUntil: 100, overSince })]
  expect(attribute(change, over(100))).toMatchObject({ by: 'command' })
  expect(attribute(change, over(99))).toEqual({ by: 'outside' })
  expect(attribute({ ...change, savedAt: () => undefined }, over(100))).toEqual({ by: 'outside' })
  expect(attribute(change, [...over(99), turnOf('other')])).toMatchObject({ by: 'unannounced', threadId: 'other' })
  expect(attribute(change, [...over(100), turnOf('other')])).toMatchObject({ by: 'unclear' })
})

it('a change is the person\'s if an editor has the file open or every turn waits for the person', () => {
  expect(attribute(inEditor, [turnOf('one')])).toEqual({ by: 'you', began: 0 })
  expect(attribute(change, [turnOf('one', { isWaiting: true })])).toEqual({ by: 'you', began: 0 })
})

it('a change is the person\'s if an editor saved the file after all turns ended, even if a call named it', () => {
  expect(attribute(inEditor, [turnOf('one', { ...named, quietSince: 99 })])).toEqual({ by: 'you', began: 0 })
  // Written before the end, in the turn of another, or with no editor near.
  expect(attribute(inEditor, [turnOf('one', { ...named, quietSince: 100 })])).toEqual({ by: 'unclear', began: 0 })
  expect(attribute(inEditor, [turnOf('one', { ...named, quietSince: 99 }), turnOf('other')])).toEqual({ by: 'unclear', began: 0 })
  expect(attribute(change, [turnOf('one', { ...named, quietSince: 99 })])).toMatchObject({ by: 'asked' })
})

it('a change without other evidence is the only working agent\'s, but unannounced', () => {
  const unannounced = { by: 'unannounced', threadId: 'one', promptId: 'one-1', began: 0 }
  expect(attribute(change, [turnOf('one')])).toEqual(unannounced)
  expect(attribute(change, [turnOf('one'), turnOf('other', { isWaiting: true })])).toEqual(unannounced)
})

it('a change without other evidence is unclear if two agents work', () => {
  expect(attribute(change, [turnOf('one'), turnOf('other')])).toEqual({ by: 'unclear', began: 0 })
})
