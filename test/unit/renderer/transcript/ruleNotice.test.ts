// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import NoticeEntry from '../../../../src/renderer/components/transcript/entries/NoticeEntry.vue'
import { hostKey } from '../../../../src/renderer/composables/host/useHost'
import { hostStandIn } from '../hostStandIn'

it.each([
  ['rule', { ruleId: 7 }, 'removeWrittenRule'],
  ['answer', { ruleId: 7, isAnswer: true as const }, 'removeRule'],
])('offers to keep or remove the %s of a notice', async (name, rule, remove) => {
  const removed: number[] = []
  const { connection } = hostStandIn({ [remove]: ({ ruleId }: { ruleId: number }) => void removed.push(ruleId) })
  const notice = { severity: 'info', title: 'A rule', rule }
  const show = () => mount(NoticeEntry, {
    props: { entry: { kind: 'notice', id: 'e', at: 0, notice } },
    global: { provide: { [hostKey as symbol]: connection } },
  })
  const [kept, gone] = [show(), show()]
  const press = async (view: typeof kept, text: string): Promise<void> => {
    await view.findAll('button').find(button => button.text() === text)!.trigger('click')
    await flushPromises()
  }
  await press(kept, 'Keep')
  expect([kept.text(), removed]).toEqual([`A ruleThe ${name} stays.`, []])
  await press(gone, 'Remove')
  expect([gone.text(), removed]).toEqual([`A ruleThe ${name} is removed.`, [7]])
  kept.unmount()
  gone.unmount()
})
