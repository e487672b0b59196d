import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, nextTick, onBeforeUnmount, type ShallowRef, watch } from 'vue'
import { report } from '../report'

const homeKey: InjectionKey<{ focus: () => void }> = Symbol('focus home')

/** Provides descendants with where focus moves when the focused element is removed; by default that is the body. */
export function provideFocusHome(): void {
  provideLocal(homeKey, { focus: () => undefined })
}

/** The keyboard goes there. */
export function useAsFocusHome(focus: () => void): void {
  const home = injectLocal(homeKey, undefined)
  if (home)
    home.focus = focus
}

/** Sends the keyboard home, wherever it is. */
export function useGoHome(): () => void {
  const home = injectLocal(homeKey, undefined)
  return () => home?.focus()
}

/** Sends the keyboard home, if nothing has it once the page is drawn. */
export function useFocusHome(): () => void {
  const home = injectLocal(homeKey, undefined)
  return () => {
    nextTick(() => document.activeElement === document.body && home?.focus()).catch(report)
  }
}

/** When this element leaves the page with the keyboard in it, that goes home. */
export function useFocusGoesHome(element: Readonly<ShallowRef<HTMLElement | null>>): void {
  const goHome = useFocusHome()
  const leave = (leaving: HTMLElement | null): void => {
    if (leaving?.contains(document.activeElement))
      goHome()
  }
  watch(element, (now, before) => now || leave(before ?? null), { flush: 'sync' })
  onBeforeUnmount(() => leave(element.value))
}
