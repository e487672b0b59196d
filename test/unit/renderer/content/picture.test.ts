// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PictureView from '../../../../src/renderer/components/content/PictureView.vue'

it.each([false, true])('a picture is enlarged by a click or its button (attached: %s)', async (isAttached) => {
  const props = { source: 'data:image/png;base64,AA', width: 2_000, height: 2_000, name: 'Image, a.png', isAttached }
  const view = mount(PictureView, { props })
  expect(view.find('dialog').exists()).toBe(false)
  await view.get('img').trigger('click')
  expect(view.get('dialog').attributes('aria-label')).toBe('Image, a.png')
  await view.get('dialog img').trigger('click')
  expect(view.find('dialog').exists()).toBe(false)
  await view.get('button[aria-label="Enlarge Image, a.png"]').trigger('click')
  expect(view.find('dialog').exists()).toBe(true)
})
