// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ContentBlockView from '../../../../src/renderer/components/content/ContentBlockView.vue'

it('a sound has a player with what the agent sent', () => {
  const view = mount(ContentBlockView, { props: { block: { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' } } })

  expect(view.get('audio[controls]').attributes('src')).toContain('UklGRg==')
})

it('a sound of a type that is none is named, not played', () => {
  const view = mount(ContentBlockView, { props: { block: { type: 'audio', data: 'UklGRg==', mimeType: 'text/html' } } })

  expect(view.find('audio').exists()).toBe(false)
  expect(view.text()).toContain('text/html')
})
