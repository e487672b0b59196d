// @vitest-environment happy-dom
import type { Ref } from 'vue'
import type { HostConnection } from '../../../src/shared/rpc'
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import PaneEdge from '../../../src/renderer/components/base/PaneEdge.vue'
import { chooseInitialFolder, noFolder } from '../../../src/renderer/components/newThread/folder/initialFolder'
import { provideHost } from '../../../src/renderer/composables/host/useHost'
import { provideLastChoices, useLastChoice } from '../../../src/renderer/composables/useLastChoices'

function openChoice(readLastChoices: () => Promise<unknown>) {
  const saveLastChoice = vi.fn(() => Promise.resolve())
  const connection = { host: { readLastChoices, saveLastChoice } } as unknown as HostConnection // all that choices need
  let side: Ref<string> | undefined
  const inner = { setup: () => void (side = useLastChoice('side', ['shown', 'hidden'])), template: '<i />' }
  mount({ components: { inner }, setup: () => {
    provideHost(connection)
    provideLastChoices()
  }, template: '<inner />' })
  return { side: side!, saveLastChoice }
}

it('a choice is restored, unless it was changed meanwhile or the stored value is unknown', async () => {
  const { side, saveLastChoice } = openChoice(() => Promise.resolve({ side: 'hidden' }))
  await flushPromises()
  expect(side.value).toBe('hidden')
  side.value = 'shown'
  expect(saveLastChoice.mock.calls).toEqual([[{ name: 'side', text: '' }]])

  const early = openChoice(() => Promise.resolve({ side: 'shown' }))
  early.side.value = 'hidden'
  await flushPromises()
  expect(early.side.value).toBe('hidden')

  const strange = openChoice(() => Promise.resolve({ side: 'sideways' }))
  await flushPromises()
  expect(strange.side.value).toBe('shown')
})

it('a choice applies in this window even if stored ones cannot be read', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { side } = openChoice(() => Promise.reject(new Error('no disk')))
  await flushPromises()
  side.value = 'hidden'
  expect(side.value).toBe('hidden')
  expect(warned).toHaveBeenCalledOnce()
})

it('a column keeps the width set by the person, within limits, and is reset by a double click', async () => {
  const edge = mount(PaneEdge, { props: { name: 'panel', initialWidth: 296, isAtEnd: true, modelValue: undefined } })
  const press = async (key: string): Promise<void> => {
    await edge.trigger('keydown', { key })
    await edge.setProps({ modelValue: edge.emitted<[number]>('update:modelValue')!.at(-1)![0] })
  }
  const readWidth = () => edge.get('[role=separator]').attributes('aria-valuenow')
  expect(readWidth()).toBe('296')
  await press('ArrowLeft')
  expect(readWidth()).toBe('312')
  for (let times = 0; times < 20; times += 1)
    await press('ArrowRight')
  expect(readWidth()).toBe('200')
  await edge.trigger('dblclick')
  expect(edge.emitted('update:modelValue')!.at(-1)).toEqual([undefined])
})

it('the form preselects the last folder, or none if that was the last choice', () => {
  const recent = ['/recent']
  const choosePlace = (more: Partial<Parameters<typeof chooseInitialFolder>[0]>) => {
    const { isScratch, folder } = chooseInitialFolder({
      continued: undefined,
      preselected: undefined,
      last: '',
      recent,
      ...more,
    })
    return [isScratch.value, folder.value]
  }
  expect(choosePlace({})).toEqual([false, '/recent'])
  expect(choosePlace({ last: '/last' })).toEqual([false, '/last'])
  expect(choosePlace({ last: noFolder })).toEqual([true, '/recent'])
  expect(choosePlace({ last: noFolder, preselected: '/told' })).toEqual([false, '/told'])
})
