import type { InjectionKey } from 'vue'
import { injectLocal, provideLocal } from '@vueuse/core'

/** Gives the focus back to what had it before the menu. */
const giveBackKey: InjectionKey<() => void> = Symbol('giveBack')

/** The items below give the focus back by this. Answers with what a menu does as it leaves the page. */
export function provideMenuFocus(giveBack: () => void): (event: Event) => void {
  provideLocal(giveBackKey, giveBack)
  return (event) => {
    event.preventDefault()
    // The menu is still there. Afterwards an item has moved the focus on, the person has, or nothing has it.
    setTimeout(() => (document.activeElement === null || document.activeElement === document.body) && giveBack())
  }
}

/** To be called before an item acts, so that a dialog it opens knows where the focus came from. */
export function useMenuFocus(): () => void {
  return injectLocal(giveBackKey, undefined) ?? (() => undefined)
}
