// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import NoticeEntry from '../../../../src/renderer/components/transcript/entries/NoticeEntry.vue'
import { hostKey } from '../../../../src/renderer/composables/host/useHost'
import { hostStandIn } from '../hostStandIn'

it('offers to keep or to remove the rule that a notice is about', async () => {
  const removed: number[] = []
  const { connection } = hostStandIn({ removeWrittenRule: ({ ruleId }: { ruleId: number }) => void removed.push(ruleId) })
  const notice = { severity: 'info', title: 'A rule', rule: { ruleId: 7 } }
  const show = () => mount(NoticeEntry, {
    props: { entry: { kind: 'notice', id: 'e', at: 0, notice } },
    global: { provide: { [hostKey as symbol]: connection } },
  })
  const [kept, gone] = [show(), show()]
  const press = async (view: typeof kept, name: string): Promise<void> => {
    await view.findAll('button').find(button => button.text() === name)!.trigger('click')
    await flushPromises()
  }
  await press(kept, 'Keep')
  expect([kept.text(), removed]).toEqual(['A ruleThe rule stays.', []])
  await press(gone, 'Remove')
  expect([gone.text(), removed]).toEqual(['A ruleThe rule is removed.', [7]])
  kept.unmount()
  gone.unmount()
})
