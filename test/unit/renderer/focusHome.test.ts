// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, shallowRef, useTemplateRef } from 'vue'
import { useSelectAll } from '../../../src/renderer/components/frame/useFrameActions'
import { provideFocusHome, useAsFocusHome, useFocusGoesHome } from '../../../src/renderer/composables/focusHome'

it('moves the focus home when the focused element is removed, and otherwise leaves it alone', async () => {
  const goHome = vi.fn()
  const isThere = shallowRef(true)
  const Leaving = defineComponent({
    setup() {
      useFocusGoesHome(useTemplateRef<HTMLElement>('button'))
      return () => h('button', { ref: 'button', class: 'leaving' })
    },
  })
  const Home = defineComponent({ setup: () => {
    useAsFocusHome(goHome)
    return () => undefined
  } })
  const view = mount({
    setup() {
      provideFocusHome()
      return () => [h(Home), h('input'), isThere.value ? h(Leaving) : undefined]
    },
  }, { attachTo: document.body })

  view.get<HTMLElement>('input').element.focus()
  isThere.value = false
  await nextTick()
  expect(goHome).not.toHaveBeenCalled()

  isThere.value = true
  await nextTick()
  view.get<HTMLElement>('.leaving').element.focus()
  isThere.value = false
  await expect.poll(() => goHome).toHaveBeenCalledOnce()
  view.unmount()
})

it('outside fields, Ctrl+A selects only the conversation', () => {
  document.body.innerHTML = '<nav>Threads</nav><main><h1>Title</h1><div role="log">What was said</div><input></main>'
  const view = mount({ setup: () => {
    useSelectAll()
    return () => undefined
  } })
  const press = (on: Element): boolean =>
    on.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true }))
  expect(press(document.body)).toBe(false)
  expect(getSelection()!.anchorNode).toBe(document.querySelector('[role=log]'))
  expect(press(document.querySelector('input')!)).toBe(true)
  view.unmount()
})
