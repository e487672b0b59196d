// @vitest-environment happy-dom
import type { ContentBlock } from '@agentclientprotocol/sdk'
import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import ContentBlockView from '../../../../src/renderer/components/content/ContentBlockView.vue'
import { askToOpenKey } from '../../../../src/renderer/composables/linkOpening'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const askToOpen = vi.fn()

function show(block: ContentBlock) {
  return mount(ContentBlockView, { props: { block }, global: { provide: { [askToOpenKey as symbol]: askToOpen } } })
}

describe('a content block', () => {
  it('of text is rendered as Markdown', async () => {
    const view = show({ type: 'text', text: 'so **bold**' })

    await expect.poll(() => view.get('strong').text()).toBe('bold')
  })

  it('of an image is shown as a picture', () => {
    const view = show({ type: 'image', data: pixel, mimeType: 'image/png' })

    expect(view.get('img').attributes()).toMatchObject({ alt: 'Image', src: `data:image/png;base64,${pixel}` })
  })

  it('of a link names its target and asks before opening it', async () => {
    const link = show({ type: 'resource_link', name: 'guide', title: 'The guide', uri: 'https://example.com/guide' }).get('[role=link]')
    await link.trigger('click')

    expect(link.text()).toContain('The guide')
    expect(askToOpen).toHaveBeenCalledExactlyOnceWith('https://example.com/guide')
  })

  it('of an embedded file shows its name and size, and its text when opened', async () => {
    const view = show({ type: 'resource', resource: { uri: 'file:///w/notes.txt', mimeType: 'text/plain', text: 'remember' } })

    expect(view.get('summary').text()).toContain('notes.txt · 8 B')
    expect(view.text()).not.toContain('remember')
    const details = view.get('details')
    ;(details.element as HTMLDetailsElement).open = true
    await details.trigger('toggle')
    expect(view.text()).toContain('remember')
  })
})
