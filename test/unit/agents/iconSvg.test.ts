import { expect, it } from 'vitest'
import { sanitizeIcon } from '../../../src/main/agents/catalogue/iconSvg'

const shape = '<path d="M1 1h4"/>'
const wrapInSvg = (inside: string) => `<svg viewBox="0 0 16 16">${inside}</svg>`
const wrapSanitized = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${inside}</svg>`

it('keeps plain shapes with their numbers and colours', () => {
  expect(
    sanitizeIcon(
      `<?xml version="1.0"?><!-- by <b> -->\n<svg xmlns="http://x" viewBox='0 0 16 16'>\n`
      + '<g fill="none" transform="rotate(4 8,8)"><circle cx="8" r=".5e1" stroke="#fff" /></g></svg>',
    ),
  ).toBe(wrapSanitized('<g fill="none" transform="rotate(4 8,8)"><circle cx="8" r=".5e1" stroke="#fff"/></g>'))
})

it.each([
  ['a script', `<script>alert(1)</script>${shape}`],
  ['a script that contains a shape', `<script><path d="M0 0"/></script>${shape}`],
  ['foreign content', `<foreignObject><g><body onload="x"/></g></foreignObject>${shape}`],
  ['styles, links and pictures', `<style>@import url(x)</style><image href="http://x"/><use href="#a"/><a href="javascript:x"/>${shape}`],
  ['text', `hello &lt;b&gt;${shape}`],
])('drops %s', (_, inside) => expect(sanitizeIcon(wrapInSvg(inside))).toBe(wrapSanitized(shape)))

it('drops unrelated attributes and unsafe values', () => {
  expect(sanitizeIcon(
    wrapInSvg('<path d="M1 1h4" onclick="x" style="y" href="z" id="i" fill="url(#a)" stroke="&quot;" class=\'c>d\'/>'),
  )).toBe(
    wrapSanitized(shape),
  )
})

it.each([
  ['an empty text', ''],
  ['a text that is not SVG', 'hello'],
  ['an SVG without shapes', wrapInSvg('')],
  ['another root element', `<html>${wrapInSvg(shape)}</html>`],
  ['tags that do not match', `<svg><g>${shape}</svg>`],
  ['a root element that is not closed', `<svg>${shape}`],
  ['too many shapes', wrapInSvg(shape.repeat(3000))],
])('returns no icon for %s', (_, source) => {
  expect(sanitizeIcon(source)).toBeUndefined()
})

it('is fast even for hostile texts', () => {
  const startedAt = performance.now()
  for (const source of [
    `<svg ${'a="'.repeat(9_000)}`,
    `<svg ${'"" '.repeat(9_000)}`,
    '<'.repeat(30_000),
    `<svg${' '.repeat(30_000)}`,
    '<!--'.repeat(8_000),
  ])
    sanitizeIcon(source)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
