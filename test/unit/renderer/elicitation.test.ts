// @vitest-environment happy-dom
import type { CreateElicitationRequest, ElicitationSchema } from '@agentclientprotocol/sdk'
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { splitAddress } from '../../../src/renderer/components/elicitation/addressParts'
import {
  listElicitationFields,
  toElicitationContent,
} from '../../../src/renderer/components/elicitation/elicitationFields'
import ElicitationForm from '../../../src/renderer/components/elicitation/ElicitationForm.vue'
import { findFieldError } from '../../../src/renderer/components/elicitation/fieldError'

type Properties = NonNullable<ElicitationSchema['properties']>
function makeField(property: Properties[string], isRequired = false) {
  return listElicitationFields({ properties: { it: property }, required: isRequired ? ['it'] : [] })[0]!
}

describe('a question’s field', () => {
  it('is drawn by its type, with its default', () => {
    expect(makeField({ type: 'string', default: 'a' })).toMatchObject({ kind: 'text', initial: 'a' })
    expect(makeField({ type: 'string', enum: ['a', 'b'] }))
      .toMatchObject({ kind: 'choice', choices: [{ value: 'a' }, { value: 'b' }] })
    expect(makeField({ type: 'string', oneOf: [{ const: 'a', title: 'First' }] })).toMatchObject({
      kind: 'choice',
      choices: [{ value: 'a', title: 'First' }],
    })
    expect(makeField({ type: 'integer', default: 0 })).toMatchObject({ kind: 'number', isInteger: true, initial: '0' })
    expect(makeField({ type: 'boolean', default: true })).toMatchObject({ kind: 'boolean', initial: true })
    expect(makeField({ type: 'array', items: { type: 'string', enum: ['x'] }, default: ['x'] })).toMatchObject({
      kind: 'choices',
      initial: ['x'],
    })
    expect(makeField({ type: 'array', items: { anyOf: [{ const: 'x', title: 'Ex' }] } })).toMatchObject({
      kind: 'choices',
      choices: [{ title: 'Ex' }],
    })
  })

  it('of an unknown type is never drawn as a known control', () => {
    expect(makeField({ type: 'colour' })).toMatchObject({ kind: 'unsupported', type: 'colour' })
    expect(makeField({ title: 'No type' } as unknown as Properties[string]))
      .toMatchObject({ kind: 'unsupported', type: 'unknown' })
    expect(makeField({ type: 'array', items: { type: 'object' } })).toMatchObject({ kind: 'unsupported' })
  })

  it.each<[string, Properties[string], string | readonly string[], boolean]>([
    ['rejects text that is too short', { type: 'string', minLength: 3 }, 'ab', false],
    ['accepts text that is long enough', { type: 'string', minLength: 3 }, 'abc', true],
    ['rejects text that does not match its pattern', { type: 'string', pattern: '^v\\d+$' }, '1', false],
    ['rejects text for a pattern that matches for ever', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`, false],
    ['accepts any text if its pattern is invalid', { type: 'string', pattern: '(' }, 'x', true],
    ['rejects text that is no address', { type: 'string', format: 'uri' }, 'example', false],
    ['accepts an e-mail address', { type: 'string', format: 'email' }, 'a@b.org', true],
    ['rejects a date that does not exist', { type: 'string', format: 'date' }, '2026-13-40', false],
    ['accepts a date and time', { type: 'string', format: 'date-time' }, '2026-11-30T14:00:00Z', true],
    ['rejects a fraction as an integer', { type: 'integer' }, '1.5', false],
    ['rejects a word as a number', { type: 'number' }, 'one', false],
    ['rejects a number over the maximum', { type: 'number', maximum: 5 }, '6', false],
    ['rejects too few choices', { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2 }, ['a'], false],
  ])('%s', (_, property, value, isFine) => {
    expect(findFieldError(makeField(property), value) === undefined).toBe(isFine)
  })

  it('may be empty unless it is required', () => {
    expect(findFieldError(makeField({ type: 'string', minLength: 3 }), '')).toBeUndefined()
    expect(findFieldError(makeField({ type: 'string' }, true), '')).toBeDefined()
  })
})

it('an answer contains the filled-in values in the requested types', () => {
  const fields = listElicitationFields({
    properties: {
      name: { type: 'string' },
      note: { type: 'string' },
      age: { type: 'integer' },
      on: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string', enum: ['a'] } },
    },
  })
  expect(toElicitationContent(fields, { name: 'Ada', note: '', age: '36', on: false, tags: ['a'] })).toEqual({
    name: 'Ada',
    age: 36,
    on: false,
    tags: ['a'],
  })
})

describe('the form', () => {
  const request: CreateElicitationRequest = {
    mode: 'form',
    sessionId: 's',
    message: 'Who?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Your name' } }, required: ['name'] },
  }
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const show = async (asked: CreateElicitationRequest = request, waitMs = 600) => {
    const form = mount(ElicitationForm, { attachTo: document.body, props: { request: asked, agentName: 'Demo' } })
    await vi.advanceTimersByTimeAsync(waitMs)
    return form
  }

  it('accepts no answer in its first half second', async () => {
    const form = await show(request, 400)
    await form.get('input').setValue('Ada')
    await form.trigger('submit')
    for (const item of form.findAll('button'))
      await item.trigger('click')
    expect(form.emitted('answer')).toBeUndefined()
    form.unmount()
  })

  it('is only sent if it is filled in correctly', async () => {
    const form = await show()
    await form.trigger('submit')
    expect(form.emitted('answer')).toBeUndefined()
    expect(form.text()).toContain('Fill this in.')
    await form.get('input').setValue('Ada')
    await form.trigger('submit')
    expect(form.emitted('answer')).toEqual([[{ action: 'accept', content: { name: 'Ada' } }]])
    form.unmount()
  })

  it('can always be declined or cancelled', async () => {
    const form = await show()
    for (const item of form.findAll('button').slice(1))
      await item.trigger('click')
    expect(form.emitted('answer')).toEqual([[{ action: 'decline' }], [{ action: 'cancel' }]])
    form.unmount()
  })

  describe('with a single choice', () => {
    const one: CreateElicitationRequest = {
      ...request,
      message: 'A question',
      requestedSchema: {
        type: 'object',
        properties: {
          parser: { type: 'string', title: 'Parser', oneOf: [{ const: 'p', title: 'Pratt' }, { const: 'r', title: 'Recursive descent' }] },
          own: { type: 'string', title: 'Other', _meta: { codex: { questionId: 'parser', isOtherAnswer: true } } },
        },
      },
    }

    it('is answered by a click, or by Alt and the number of a choice, but not too early', async () => {
      const form = await show(one, 400)
      const [pratt, descent] = form.findAll('[data-choice]')
      await pratt!.trigger('click')
      expect(form.emitted('answer')).toBeUndefined()
      expect(form.text()).toContain('Wait a moment')

      await vi.advanceTimersByTimeAsync(600)
      await descent!.trigger('click')
      await form.trigger('keydown', { key: '1', code: 'Digit1', altKey: true })
      expect(form.emitted('answer')).toEqual([
        [{ action: 'accept', content: { parser: 'r' } }],
        [{ action: 'accept', content: { parser: 'p' } }],
      ])
      form.unmount()
    })

    it('accepts an answer in the person’s own words, which a click does not discard', async () => {
      const form = await show(one)
      await form.get('input').setValue('Neither')
      await form.trigger('submit')
      await form.get('[data-choice]').trigger('click')
      expect(form.emitted('answer')).toEqual([
        [{ action: 'accept', content: { own: 'Neither' } }],
        [{ action: 'accept', content: { parser: 'p', own: 'Neither' } }],
      ])
      form.unmount()
    })
  })

  it('shows the full address and its host, and opens nothing without a click', async () => {
    const form = await show({
      mode: 'url',
      sessionId: 's',
      message: 'Sign in',
      elicitationId: 'e',
      url: 'https://accounts.example.org/login?x=1',
    })
    expect(form.text()).toContain('https://accounts.example.org/login?x=1')
    expect(form.get('b + *, p b').text()).toContain('accounts.example.org')
    expect(form.emitted('open')).toBeUndefined()
    await form.get('footer button').trigger('click')
    expect(form.emitted('open')).toEqual([['https://accounts.example.org/login?x=1']])
    form.unmount()
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'no address'])('never offers to open %s, and says so', async (url) => {
    const form = await show({ mode: 'url', sessionId: 's', message: 'Sign in', elicitationId: 'e', url })
    expect(form.findAll('footer button').map(button => button.text())).toEqual(['Decline', 'Cancel'])
    expect(form.text()).toContain(url)
    expect(form.text()).toContain('This address is not opened.')
    form.unmount()
  })
})

describe('a question', () => {
  it('has no default outside its choices', () => {
    expect(makeField({ type: 'string', enum: ['a'], default: 'b' })).toMatchObject({ initial: '' })
    expect(makeField({ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b', 'c'] }))
      .toMatchObject({ initial: ['b'] })
  })

  it('omits an empty optional list from the answer', () => {
    const fields = listElicitationFields({
      properties: { tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2 } },
    })
    expect(toElicitationContent(fields, { tags: [] })).toEqual({})
  })

  it('rejects dates that do not exist', () => {
    expect(findFieldError(makeField({ type: 'string', format: 'date' }), '2026-02-30')).toBeDefined()
    expect(findFieldError(makeField({ type: 'string', format: 'date-time' }), '2026-11-30 14:00')).toBeDefined()
  })
})

it('a free-text answer follows its question, however the agent marks it and wherever the schema has it', () => {
  const fields = listElicitationFields({ properties: {
    b_custom: { type: 'string', title: 'Other', _meta: { _askUserQuestionCustomAnswer: { questionId: 'b', isCustomAnswer: true } } },
    a: { type: 'string', oneOf: [{ const: 'x', title: 'X', _meta: { '_claude/askUserQuestionOption': { preview: 'how it looks' } } }] },
    a_other: { type: 'string', title: 'Other', _meta: { codex: { questionId: 'a', isOtherAnswer: true } } },
    b: { type: 'string' },
    c_custom: { type: 'string', title: 'Other' },
    c: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
    d: { type: 'string' },
    d_custom: { type: 'string', title: 'Of no question' },
  } })
  expect(fields.map(({ name, customFor }) => [name, customFor])).toEqual([
    ['a', undefined],
    ['a_other', 'a'],
    ['b', undefined],
    ['b_custom', 'b'],
    ['c', undefined],
    ['c_custom', 'c'],
    ['d', undefined],
    ['d_custom', undefined],
  ])
  expect(fields[0]).toMatchObject({ choices: [{ preview: 'how it looks' }] })
})

it.each([
  ['https://accounts.example.org/login?x=1', 'accounts.example.org', 0],
  ['http://localhost:8080/', 'localhost:8080', 0],
  ['http://example.org/', 'example.org', 1],
  ['https://example.org@evil.test/', 'evil.test', 1],
  ['https://ехample.org/', 'xn--ample-ywe6i.org', 1],
  ['https://203.0.113.7/', '203.0.113.7', 1],
  ['javascript:alert(1)', '', 1],
])('the address %s leads to %s', (address, host, warnings) => {
  expect(splitAddress(address)).toMatchObject({ host })
  expect(splitAddress(address).warnings).toHaveLength(warnings)
})
