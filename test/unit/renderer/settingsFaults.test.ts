// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import SettingsFaults from '../../../src/renderer/components/frame/SettingsFaults.vue'
import { hostKey } from '../../../src/renderer/composables/host/useHost'
import { HostError } from '../../../src/shared/errors'
import { hostStandIn } from './hostStandIn'

it('offers the last good settings only if the whole file is faulty, and says why restoring failed', async () => {
  const { connection } = hostStandIn({
    restoreSettings: () => {
      throw new HostError('storage', 'The disk is full.')
    },
  })
  const faults = mount(SettingsFaults, {
    props: { faults: [{ key: 'a', message: 'Wrong' }], path: '/settings.json' },
    global: { provide: { [hostKey as symbol]: connection } },
  })
  expect(faults.text()).not.toContain('Restore')

  await faults.setProps({ faults: [{ message: 'Not JSON', isRestorable: true }] })
  await faults.findAll('button').find(button => button.text() === 'Restore the last good settings')!.trigger('click')
  await flushPromises()

  expect(faults.text()).toContain('Not restored: The disk is full.')
  faults.unmount()
})
