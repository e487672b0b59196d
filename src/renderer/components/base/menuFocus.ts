import type { InjectionKey } from 'vue'
import { injectLocal, provideLocal } from '@vueuse/core'

/** Restores the focus from before the menu. */
const giveBackKey: InjectionKey<() => void> = Symbol('giveBack')

/** Provides focus restoration to items. Returns what a menu calls when it is removed. */
export function provideMenuFocus(giveBack: () => void): (event: Event) => void {
  provideLocal(giveBackKey, giveBack)
  return (event) => {
    event.preventDefault()
    // The menu still exists here; afterwards an item or the person may have moved the focus.
    setTimeout(() => (document.activeElement === null || document.activeElement === document.body) && giveBack())
  }
}

/** Call before an item acts, so that a dialog it opens can restore the focus. */
export function useMenuFocus(): () => void {
  return injectLocal(giveBackKey, undefined) ?? (() => undefined)
}
