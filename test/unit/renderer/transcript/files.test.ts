// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ContentBlockView from '../../../../src/renderer/components/content/ContentBlockView.vue'

const encodeBase64 = (bytes: string): string => btoa(bytes)
const sound = encodeBase64('RIFF1234WAVEfmt ')

it('a sound has a player with the agent\'s data', () => {
  const view = mount(ContentBlockView, { props: { block: { type: 'audio', data: sound, mimeType: 'audio/anything' } } })

  expect(view.get('audio[controls]').attributes('src')).toBe(`data:audio/wav;base64,${sound}`)
})

it('invalid sound is named, not played', () => {
  const view = mount(ContentBlockView, { props: { block: { type: 'audio', data: encodeBase64('<html>'), mimeType: 'audio/wav' } } })

  expect(view.find('audio').exists()).toBe(false)
  expect(view.text()).toContain('audio/wav')
})

it.each([
  ['a program named like a picture', '\x7FELF', 'image/png', 'a.png · 4 B · program'],
  ['a PDF', '%PDF-1', 'text/plain', 'a.png · 6 B · PDF document'],
  ['a file of an unknown type', '\x00\x01', 'application/pdf', 'a.png · 2 B · file of an unknown type'],
])('describes %s by its bytes', (_, bytes, mimeType, text) => {
  const view = mount(ContentBlockView, {
    props: { block: { type: 'resource', resource: { uri: 'a.png', mimeType, blob: encodeBase64(bytes) } } },
  })

  expect(view.text()).toBe(text)
  expect(view.find('img').exists()).toBe(false)
})

it('a text is shown even if it was sent as bytes', async () => {
  const view = mount(ContentBlockView, {
    props: { block: { type: 'resource', resource: { uri: 'run.sh', mimeType: 'application/x-sh', blob: encodeBase64('#!/bin/sh') } } },
  })
  const details = view.get('details')
  ;(details.element as HTMLDetailsElement).open = true
  await details.trigger('toggle')

  expect(view.get('pre').text()).toBe('#!/bin/sh')
})
