import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import ToastStack from '../../../src/renderer/components/base/ToastStack.vue'
import { Toasts } from '../../../src/renderer/components/base/useToasts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function mountStack(...texts: string[]) {
  const toasts = new Toasts()
  texts.forEach(text => toasts.show({ text, ms: 1_000 }))
  const stack = mount(ToastStack, { props: { toasts }, attachTo: document.body })
  return { toasts, stack, texts: () => toasts.shown.value.map(({ text }) => text) }
}

it('removes a toast after a while, and announces it politely', () => {
  const { stack, texts } = mountStack('one')
  expect(stack.get('ol').attributes('aria-live')).toBe('polite')
  vi.advanceTimersByTime(999)
  expect(texts()).toEqual(['one'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
  stack.unmount()
})

it('keeps toasts while the pointer is on them or the window has no focus', async () => {
  const { stack, texts } = mountStack('one')
  await nextTick()
  const holds: [() => unknown, () => unknown][] = [
    [() => stack.get('section').trigger('mouseenter'), () => stack.get('section').trigger('mouseleave')],
    [() => window.dispatchEvent(new Event('blur')), () => window.dispatchEvent(new Event('focus'))],
  ]
  for (const [hold, release] of holds) {
    hold()
    await nextTick()
    vi.advanceTimersByTime(5_000)
    expect(texts()).toEqual(['one'])
    release()
    await nextTick()
  }
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
  stack.unmount()
})

it('Escape dismisses a toast, and so does its action', async () => {
  const run = vi.fn()
  const { toasts, stack, texts } = mountStack('one')
  toasts.show({ text: 'two', action: { name: 'Open', run } })
  await nextTick()
  await stack.get('li').trigger('keydown', { key: 'Escape' })
  expect(texts()).toEqual(['two'])
  await stack.get('button').trigger('click')
  expect(texts()).toEqual([])
  expect(run).toHaveBeenCalledOnce()
  stack.unmount()
})
