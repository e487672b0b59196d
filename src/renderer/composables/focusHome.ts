import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, nextTick, onBeforeUnmount, type ShallowRef, watch } from 'vue'
import { report } from '../report'

const homeKey: InjectionKey<{ focus: () => void }> = Symbol('focus home')

/** Provides the element that gets the focus when the focused element is removed; by default the body. */
export function provideFocusHome(): void {
  provideLocal(homeKey, { focus: () => undefined })
}

/** Registers the function that focuses that element. */
export function useAsFocusHome(focus: () => void): void {
  const home = injectLocal(homeKey, undefined)
  if (home)
    home.focus = focus
}

/** Returns a function that moves the focus there, whatever is focused. */
export function useGoHome(): () => void {
  const home = injectLocal(homeKey, undefined)
  return () => home?.focus()
}

/** Returns a function that moves the focus there if nothing is focused once the page is drawn. */
export function useFocusHome(): () => void {
  const home = injectLocal(homeKey, undefined)
  return () => {
    nextTick(() => document.activeElement === document.body && home?.focus()).catch(report)
  }
}

/** Moves the focus there when this element is removed while it contains the focus. */
export function useFocusGoesHome(element: Readonly<ShallowRef<HTMLElement | null>>): void {
  const goHome = useFocusHome()
  const leave = (leaving: HTMLElement | null): void => {
    if (leaving?.contains(document.activeElement))
      goHome()
  }
  watch(element, (now, before) => now || leave(before ?? null), { flush: 'sync' })
  onBeforeUnmount(() => leave(element.value))
}
