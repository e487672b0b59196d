import type { Entry } from '../../../../src/shared/thread/transcript'
// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { expect, it } from 'vitest'
import EntryView from '../../../../src/renderer/components/transcript/entries/EntryView.vue'

const makeText = (words: string) => ({ type: 'text' as const, text: words })

function show(entry: Entry): VueWrapper {
  return mount(EntryView, { props: { entry, isLive: false } })
}

async function showMore(wrapper: VueWrapper): Promise<void> {
  await wrapper.findAll('button').find(button => button.text().startsWith('Show more'))!.trigger('click')
}

it('draws the beginning of a huge message, and more of it on demand', async () => {
  const wrapper = show({ kind: 'agent', id: 'e', at: 0, content: [makeText('A line of 32 characters, no more.\n\n'.repeat(1_000))] })
  const first = wrapper.findAll('.block').length
  expect(first).toBeGreaterThan(100)
  expect(first).toBeLessThan(200)
  expect(wrapper.text()).toContain('Show more (')

  await showMore(wrapper)
  expect(wrapper.findAll('.block').length).toBeGreaterThan(1.9 * first)
  while (wrapper.text().includes('Show more'))
    await showMore(wrapper)
  expect(wrapper.findAll('.block')).toHaveLength(1_000)
  expect(wrapper.text()).not.toContain('Show more')
})

it('folds the middle of a long answer, not its end, and splits no block of code', async () => {
  const code = `\`\`\`ts\n${'const a = 1\n\n'.repeat(500)}\`\`\``
  const answer = `Begun.\n\n${'A line of 32 characters, no more.\n\n'.repeat(1_000)}${code}\n\nThat is the conclusion.`
  const wrapper = show({ kind: 'agent', id: 'e', at: 0, content: [makeText(answer)] })
  expect(wrapper.text()).toMatch(/^.*Begun\..*Show more \(\d+ kB left\).*That is the conclusion\.$/s)
  expect(wrapper.text()).not.toContain('const a')
  while (wrapper.text().includes('Show more'))
    await showMore(wrapper)
  expect(wrapper.text().match(/That is the conclusion/g)).toHaveLength(1)
  expect(wrapper.text().match(/const a = 1/g)).toHaveLength(500)
})

it('rarely moves the start of the visible end of a growing answer', async () => {
  const lines = Array.from({ length: 1_400 }, (_, index) => `Line ${index} of an answer.\n\n`)
  const makeAnswer = (count: number): Entry =>
    ({ kind: 'agent', id: 'e', at: 0, content: [makeText(lines.slice(0, count).join(''))] })
  const wrapper = show(makeAnswer(1_000))
  const begins = new Set<string>()
  for (let count = 1_000; count <= lines.length; count++) {
    await wrapper.setProps({ entry: makeAnswer(count) })
    const [, end] = wrapper.findAll('.markdown')
    begins.add(end!.find('.block').text())
    expect(end!.text().endsWith(`Line ${count - 1} of an answer.`)).toBe(true)
  }
  expect(begins.size).toBeLessThan(40)
})

it.each<[string, Entry]>([
  ['one long word of an agent', { kind: 'agent', id: 'e', at: 0, content: [makeText('w'.repeat(200_000))] }],
  ['one long word that a person pasted', { kind: 'user', id: 'e', at: 0, content: [makeText('w'.repeat(200_000))] }],
  ['the title of a notice', { kind: 'notice', id: 'e', at: 0, notice: { severity: 'info', title: 'w'.repeat(200_000) } }],
  [
    'the description of a notice',
    { kind: 'notice', id: 'e', at: 0, notice: { severity: 'info', title: 't', description: 'w'.repeat(200_000) } },
  ],
])('draws the beginning of %s, and all of it on demand', async (_, entry) => {
  const wrapper = show(entry)
  const countDrawn = () => /w{1000,}/.exec(wrapper.text())![0].length
  expect(countDrawn()).toBe(entry.kind === 'notice' ? 2_048 : 16_384)
  while (wrapper.text().includes('Show more'))
    await showMore(wrapper)
  expect(countDrawn()).toBe(200_000)
})

it('draws the first of a message\'s many parts, and more of them on demand', async () => {
  const wrapper = show({
    kind: 'agent',
    id: 'e',
    at: 0,
    content: Array.from({ length: 150 }, (_, index) => ({
      type: 'resource_link' as const,
      name: `file ${index}`,
      uri: `file:///w/${index}`,
    })),
  })
  expect(wrapper.text()).toContain('file 99')
  expect(wrapper.text()).not.toContain('file 100')
  expect(wrapper.text()).toContain('Show more (50 left)')
  await showMore(wrapper)
  expect(wrapper.text()).toContain('file 149')
})
