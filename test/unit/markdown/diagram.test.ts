import { expect, it } from 'vitest'
import { parseResponse, stripDirectives } from '../../../src/renderer/markdown/diagram/diagramMessages'

it('removes settings from a diagram that control how it is drawn', () => {
  expect(stripDirectives('---\nconfig:\n  theme: forest\n---\nflowchart LR\n%%{init: {"securityLevel": "loose"}}%%\n  A --> B'))
    .toBe('flowchart LR\n\n  A --> B')
})

it('accepts only a limited size or a short error from the page that draws a diagram', () => {
  expect(parseResponse({ width: 10, height: 1e9 })).toEqual({ width: 10, height: 4_000 })
  expect(parseResponse({ error: 'x'.repeat(10_000) })).toEqual({ error: 'x'.repeat(500) })
  for (const wrong of [undefined, null, 'x', {}, { width: -1, height: 1 }, { width: '1', height: 1 }, { width: Infinity, height: 1 }])
    expect(parseResponse(wrong)).toEqual({ error: '' })
})
