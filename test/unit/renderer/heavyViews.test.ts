// @vitest-environment happy-dom
import type { ContentBlock, PlanEntry, ToolCallContent } from '@agentclientprotocol/sdk'
import type { Entry } from '../../../src/shared/thread/transcript'
import { mount, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import CommandSuggestions from '../../../src/renderer/components/composer/CommandSuggestions.vue'
import ConfigSelect from '../../../src/renderer/components/composer/options/ConfigSelect.vue'
import ElicitationForm from '../../../src/renderer/components/elicitation/ElicitationForm.vue'
import PlanView from '../../../src/renderer/components/plan/PlanView.vue'
import PlanDisclosure from '../../../src/renderer/components/thread/PlanDisclosure.vue'
import EntryView from '../../../src/renderer/components/transcript/entries/EntryView.vue'
import { placeOptions } from '../../../src/shared/thread/options/configOptions'

const long = (length: number): string => 'word '.repeat(length / 5)
const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index))

/** The amount that a browser lays out in some hundredths of a second. */
function expectLight(wrapper: VueWrapper): void {
  const texts: string[] = []
  const walker = document.createTreeWalker(wrapper.element.parentNode ?? wrapper.element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    texts.push(walker.currentNode.nodeValue ?? '')
  expect(texts.join('').length).toBeLessThan(40_000)
  expect(wrapper.element.querySelectorAll('*').length).toBeLessThan(1_500)
}

function parts(count: number, block: ContentBlock): ToolCallContent[] {
  return many(count, () => ({ type: 'content', content: block }))
}

function toolCall(call: Record<string, unknown>): Entry {
  const known = { toolCallId: 'c', title: 'Call', status: 'failed', ...call }
  return { kind: 'tool', id: 'e', at: 0, call: known as never, terminalIds: [] }
}

const steps = many(500, (): PlanEntry => ({ content: long(20_000), priority: 'high', status: 'in_progress' }))
const text: ContentBlock = { type: 'text', text: long(10_000) }
const link: ContentBlock = {
  type: 'resource_link',
  name: long(1_000),
  title: long(16_000),
  uri: `https://a/${long(9_000)}`,
  description: long(8_000),
}
const output: ContentBlock = { type: 'text', text: long(9_000).replaceAll('word word ', 'word\n') }
const rewrite = (path: string): ToolCallContent => ({ type: 'diff', path, oldText: 'a\n'.repeat(400), newText: 'b\n'.repeat(400) })

const head = { id: 'e', at: 0 }

it.each<[string, Entry]>([
  ['parts of a message', { kind: 'agent', id: 'e', at: 0, content: many(500, () => text) }],
  ['links', { kind: 'agent', id: 'e', at: 0, content: many(90, () => link) }],
  ['type names', { kind: 'agent', id: 'e', at: 0, content: many(90, () => ({ type: long(20_000) }) as never) }],
  ['results', toolCall({ content: parts(500, text) })],
  ['results that are no Markdown', toolCall({ kind: 'execute', content: parts(500, output) })],
  ['changes', toolCall({ content: many(500, index => rewrite(`/w/${index}`)) })],
  ['places', toolCall({ kind: long(100_000), locations: many(500, () => ({ path: `/w/${long(20_000)}` })) })],
  [
    'errors',
    { ...head, kind: 'compaction', compactionId: 'c', status: long(99_000), error: long(900_000), summary: many(500, () => text) },
  ],
  ['updates of unknown kinds', { kind: 'unknown', id: 'e', at: 0, update: { sessionUpdate: long(900_000) } as never }],
  ['steps', { kind: 'plan', id: 'e', at: 0, entries: steps }],
  [
    'questions that were answered',
    {
      kind: 'elicitation',
      id: 'e',
      at: 0,
      requestId: 'r',
      request: { mode: 'form', sessionId: 's', message: long(500_000), requestedSchema: { type: 'object', properties: {} } },
      answer: { by: 'person', response: { action: 'accept', content: Object.fromEntries(many(100, index => [`f${index}`, long(5_000)])) } },
    } as never,
  ],
])('an entry with huge %s draws only its beginning', (_, entry) => {
  const wrapper = mount(EntryView, { props: { entry, isLive: false } })
  expectLight(wrapper)
})

it('a plan with huge steps draws only its beginning, beside the thread and above the composer', () => {
  expectLight(mount(PlanView, { props: { entries: steps } }))
  expectLight(mount(PlanDisclosure, { props: { plan: steps } }))
})

it('commands and values of an option draw one line of their description', () => {
  const commands = many(50, index => ({ name: `c${index}${long(1_000)}`, description: long(8_000), input: { hint: long(1_000) } }))
  expectLight(mount(CommandSuggestions, { props: { id: 'i', commands, activeIndex: 0, more: 0 } }))
  const choices = many(100, index => ({ value: `v${index}`, name: long(1_000), description: long(8_000) }))
  expectLight(mount(ConfigSelect, { props: { name: long(1_000), current: 'v0', choices, change: () => Promise.resolve(true) } }))
})

it('only the first of a hundred options are shown beside the composer', () => {
  const model = { name: 'Model', category: 'model', type: 'select', currentValue: 'a', options: [] } as const
  const options = many(100, index => ({ ...model, id: `o${index}`, options: [...model.options] }))
  expect(placeOptions(options)).toMatchObject({ shown: { length: 12 }, more: { length: 88 } })
})

const choices = many(2_000, index => ({ const: `v${index}`, title: long(100), description: long(100) }))

it.each<[string, string, Record<string, unknown>]>([
  ['message', long(500_000), { properties: {} }],
  ['title', 'Well?', { title: long(240_000), description: long(240_000), properties: {} }],
  [
    'list of fields',
    'Well?',
    { properties: Object.fromEntries(many(100, index => [`f${index}`, { type: 'string', description: long(5_000) }])) },
  ],
  ['list of choices', 'Well?', { properties: { one: { type: 'string', oneOf: choices } } }],
  ['menu', 'Well?', { properties: { one: { type: 'string', enum: many(2_000, index => `${index}${long(200)}`) } } }],
])('a form with a huge %s draws only its beginning, and asks to show the rest', async (_, message, schema) => {
  const request = { mode: 'form', sessionId: 's', message, requestedSchema: { type: 'object', ...schema } } as never
  const wrapper = mount(ElicitationForm, { props: { request, agentName: 'Agent' }, attachTo: document.body })
  expectLight(wrapper)
  await wrapper.vm.$nextTick()
  expect(wrapper.text()).toContain('Show all of it before you submit it.')
  wrapper.unmount()
})

it('a long form asks to show all of it only until that is done', async () => {
  const requestedSchema = { type: 'object', properties: { one: { type: 'boolean', title: 'One' } } }
  const request = { mode: 'form', sessionId: 's', message: long(40_000), requestedSchema } as never
  const wrapper = mount(ElicitationForm, { props: { request, agentName: 'Agent' }, attachTo: document.body })
  const inert = () => wrapper.get('[type=submit]').attributes('aria-disabled')
  const isHidden = () => wrapper.text().includes('Show all of it before you submit it.')
  await expect.poll(inert).toBe('true')
  await expect.poll(isHidden).toBe(true)
  while (wrapper.find('[data-hidden]').exists())
    await wrapper.get('[data-hidden]').trigger('click')
  await expect.poll(isHidden).toBe(false)
  wrapper.unmount()
})
