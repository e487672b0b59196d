import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import BaseDialog from '../../../../src/renderer/components/base/BaseDialog.vue'

it('reports closing immediately, and not again on the browser\'s own event', async () => {
  const dialog = mount(BaseDialog, { props: { name: 'Commands' }, attachTo: document.body })
  dialog.vm.close()
  expect(dialog.emitted('close')).toHaveLength(1)
  await dialog.get('dialog').trigger('close')
  expect(dialog.emitted('close')).toHaveLength(1)
  dialog.unmount()
})

it('reports that the browser closed the dialog', async () => {
  const dialog = mount(BaseDialog, { props: { name: 'Commands' }, attachTo: document.body })
  await dialog.get('dialog').trigger('close')
  expect(dialog.emitted('close')).toHaveLength(1)
  dialog.unmount()
})
