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

const fill = (length: number): string => 'word '.repeat(length / 5)
const repeat = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => item(index))

/** The amount that a browser lays out in some hundredths of a second. */
function expectLight(wrapper: VueWrapper): void {
  const texts: string[] = []
  const walker = document.createTreeWalker(wrapper.element.parentNode ?? wrapper.element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    texts.push(walker.currentNode.nodeValue ?? '')
  expect(texts.join('').length).toBeLessThan(40_000)
  expect(wrapper.element.querySelectorAll('*').length).toBeLessThan(1_500)
}

function repeatBlock(count: number, block: ContentBlock): ToolCallContent[] {
  return repeat(count, () => ({ type: 'content', content: block }))
}

function makeToolCall(call: Record<string, unknown>): Entry {
  const known = { toolCallId: 'c', title: 'Call', status: 'failed', ...call }
  return { kind: 'tool', id: 'e', at: 0, call: known as never, terminalIds: [] }
}

const steps = repeat(500, (): PlanEntry => ({ content: fill(20_000), priority: 'high', status: 'in_progress' }))
const text: ContentBlock = { type: 'text', text: fill(10_000) }
const link: ContentBlock = {
  type: 'resource_link',
  name: fill(1_000),
  title: fill(16_000),
  uri: `https://a/${fill(9_000)}`,
  description: fill(8_000),
}
const output: ContentBlock = { type: 'text', text: fill(9_000).replaceAll('word word ', 'word\n') }
function makeDiff(path: string): ToolCallContent {
  return { type: 'diff', path, oldText: 'a\n'.repeat(400), newText: 'b\n'.repeat(400) }
}

const head = { id: 'e', at: 0 }

it.each<[string, Entry]>([
  ['parts of a message', { kind: 'agent', id: 'e', at: 0, content: repeat(500, () => text) }],
  ['links', { kind: 'agent', id: 'e', at: 0, content: repeat(90, () => link) }],
  ['type names', { kind: 'agent', id: 'e', at: 0, content: repeat(90, () => ({ type: fill(20_000) }) as never) }],
  ['results', makeToolCall({ content: repeatBlock(500, text) })],
  ['results that are no Markdown', makeToolCall({ kind: 'execute', content: repeatBlock(500, output) })],
  ['changes', makeToolCall({ content: repeat(500, index => makeDiff(`/w/${index}`)) })],
  ['places', makeToolCall({ kind: fill(100_000), locations: repeat(500, () => ({ path: `/w/${fill(20_000)}` })) })],
  [
    'errors',
    { ...head, kind: 'compaction', compactionId: 'c', status: fill(99_000), error: fill(900_000), summary: repeat(500, () => text) },
  ],
  ['updates of unknown kinds', { kind: 'unknown', id: 'e', at: 0, update: { sessionUpdate: fill(900_000) } as never }],
  ['steps', { kind: 'plan', id: 'e', at: 0, entries: steps }],
  [
    'questions that were answered',
    {
      kind: 'elicitation',
      id: 'e',
      at: 0,
      requestId: 'r',
      request: { mode: 'form', sessionId: 's', message: fill(500_000), requestedSchema: { type: 'object', properties: {} } },
      answer: {
        by: 'person',
        response: { action: 'accept', content: Object.fromEntries(repeat(100, index => [`f${index}`, fill(5_000)])) },
      },
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
  const commands = repeat(50, index => ({ name: `c${index}${fill(1_000)}`, description: fill(8_000), input: { hint: fill(1_000) } }))
  expectLight(mount(CommandSuggestions, { props: { id: 'i', commands, activeIndex: 0, more: 0 } }))
  const choices = repeat(100, index => ({ value: `v${index}`, name: fill(1_000), description: fill(8_000) }))
  expectLight(mount(ConfigSelect, { props: { name: fill(1_000), current: 'v0', choices, change: () => Promise.resolve(true) } }))
})

it('only the first of a hundred options are shown beside the composer', () => {
  const model = { name: 'Model', category: 'model', type: 'select', currentValue: 'a', options: [] } as const
  const options = repeat(100, index => ({ ...model, id: `o${index}`, options: [...model.options] }))
  expect(placeOptions(options)).toMatchObject({ shown: { length: 12 }, more: { length: 88 } })
})

const choices = repeat(2_000, index => ({ const: `v${index}`, title: fill(100), description: fill(100) }))

it.each<[string, string, Record<string, unknown>]>([
  ['message', fill(500_000), { properties: {} }],
  ['title', 'Well?', { title: fill(240_000), description: fill(240_000), properties: {} }],
  [
    'list of fields',
    'Well?',
    { properties: Object.fromEntries(repeat(100, index => [`f${index}`, { type: 'string', description: fill(5_000) }])) },
  ],
  ['list of choices', 'Well?', { properties: { one: { type: 'string', oneOf: choices } } }],
  ['menu', 'Well?', { properties: { one: { type: 'string', enum: repeat(2_000, index => `${index}${fill(200)}`) } } }],
])('a form with a huge %s draws only its beginning, and asks to show the rest', async (_, message, schema) => {
  const request = { mode: 'form', sessionId: 's', message, requestedSchema: { type: 'object', ...schema } } as never
  const wrapper = mount(ElicitationForm, { props: { request, agentName: 'Agent' }, attachTo: document.body })
  expectLight(wrapper)
  await wrapper.vm.$nextTick()
  expect(wrapper.text()).toContain('Show all of it before you submit it.')
  wrapper.unmount()
})

it('a long form stops asking to show the rest once all of it was shown', async () => {
  const requestedSchema = { type: 'object', properties: { one: { type: 'boolean', title: 'One' } } }
  const request = { mode: 'form', sessionId: 's', message: fill(40_000), requestedSchema } as never
  const wrapper = mount(ElicitationForm, { props: { request, agentName: 'Agent' }, attachTo: document.body })
  const readInert = () => wrapper.get('[type=submit]').attributes('aria-disabled')
  const isHidden = () => wrapper.text().includes('Show all of it before you submit it.')
  await expect.poll(readInert).toBe('true')
  await expect.poll(isHidden).toBe(true)
  while (wrapper.find('[data-hidden]').exists())
    await wrapper.get('[data-hidden]').trigger('click')
  await expect.poll(isHidden).toBe(false)
  wrapper.unmount()
})
