import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import BaseDialog from '../../../../src/renderer/components/base/BaseDialog.vue'

it('reports immediately that it was closed, and only once: a key that reopens it may precede the browser\'s own event', async () => {
  const dialog = mount(BaseDialog, { props: { name: 'Commands' }, attachTo: document.body })
  dialog.vm.close()
  expect(dialog.emitted('close')).toHaveLength(1)
  await dialog.get('dialog').trigger('close')
  expect(dialog.emitted('close')).toHaveLength(1)
  dialog.unmount()
})

it('reports that the browser closed it', async () => {
  const dialog = mount(BaseDialog, { props: { name: 'Commands' }, attachTo: document.body })
  await dialog.get('dialog').trigger('close')
  expect(dialog.emitted('close')).toHaveLength(1)
  dialog.unmount()
})
