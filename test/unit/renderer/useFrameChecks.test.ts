// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFrameChecks } from '../../../src/renderer/composables/answers/useFrameChecks'

const frameMs = 16
const look = vi.fn(() => true)
let shown: ReturnType<typeof mount>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  look.mockReset().mockReturnValue(true)
  shown = mount({ setup: () => useFrameChecks(look), template: '<i />' }, { attachTo: document.body })
})
afterEach(() => {
  shown.unmount()
  vi.useRealTimers()
})

async function countLooks(ms: number): Promise<number> {
  look.mockClear()
  await vi.advanceTimersByTimeAsync(ms)
  return look.mock.calls.length
}

it('checks a few times a second while nothing happens', async () => {
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await countLooks(10_000)).toBeLessThanOrEqual(40)
  expect(await countLooks(10_000)).toBeGreaterThan(30)
})

it.each<[string, () => void]>([
  ['an element is added anywhere on the page', () => void document.body.append('a')],
  ['an element changes its style', () => document.body.setAttribute('style', `padding: ${Math.random()}px`)],
  ['something scrolls', () => void shown.element.dispatchEvent(new Event('scroll'))],
  ['a picture has loaded', () => void shown.element.dispatchEvent(new Event('load'))],
  ['a transition begins', () => void shown.element.dispatchEvent(new Event('transitionrun', { bubbles: true }))],
  ['the window changes its size', () => void window.dispatchEvent(new Event('resize'))],
])('checks in the next frame, and in each for a while, when %s', async (_, happens) => {
  await vi.advanceTimersByTimeAsync(1_000)
  happens()
  await Promise.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(await countLooks(frameMs)).toBe(1)
  expect(await countLooks(10 * frameMs)).toBeGreaterThanOrEqual(9)
})

it('checks in each frame until the check succeeds', async () => {
  look.mockReturnValue(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await countLooks(100 * frameMs)).toBeGreaterThanOrEqual(99)
})

it('stops checking once its component is unmounted', async () => {
  shown.unmount()
  expect(await countLooks(1_000)).toBe(0)
})
