import type { InjectionKey } from 'vue'
import { injectLocal, provideLocal } from '@vueuse/core'

/** Restores the focus to where it was before the menu opened. */
const restoreFocusKey: InjectionKey<() => void> = Symbol('restoreFocus')

/** Provides `restoreFocus` to the menu's items. Returns the menu's `closeAutoFocus` listener. */
export function provideMenuFocus(restoreFocus: () => void): (event: Event) => void {
  provideLocal(restoreFocusKey, restoreFocus)
  return (event) => {
    event.preventDefault()
    // Deferred until the menu is removed; an item or the person may have moved the focus by then.
    setTimeout(() => (document.activeElement === null || document.activeElement === document.body) && restoreFocus())
  }
}

/** Returns `restoreFocus`. Call it before an item acts, so that a dialog the item opens can restore the focus later. */
export function useMenuFocus(): () => void {
  return injectLocal(restoreFocusKey, undefined) ?? (() => undefined)
}
