import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import BaseDialog from '../../../../src/renderer/components/base/BaseDialog.vue'

it('says at once that it was closed, and only once: a key that opens it again may come before the browser\'s own event', async () => {
  const dialog = mount(BaseDialog, { props: { name: 'Commands' }, attachTo: document.body })
  dialog.vm.close()
  expect(dialog.emitted('close')).toHaveLength(1)
  await dialog.get('dialog').trigger('close')
  expect(dialog.emitted('close')).toHaveLength(1)
  dialog.unmount()
})

it('says that it was closed by the browser', async () => {
  const dialog = mount(BaseDialog, { props: { name: 'Commands' }, attachTo: document.body })
  await dialog.get('dialog').trigger('close')
  expect(dialog.emitted('close')).toHaveLength(1)
  dialog.unmount()
})
