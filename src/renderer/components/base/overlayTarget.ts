import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, type Ref, shallowRef } from 'vue'

/** Where what floats is put: a modal dialog leaves all else of the page inert, so its menus are inside it. */
const overlayTargetKey: InjectionKey<Readonly<Ref<HTMLElement | null>>> = Symbol('overlayTarget')

/** Menus below this component are in `element`. */
export function provideOverlayTarget(element: Readonly<Ref<HTMLElement | null>>): void {
  provideLocal(overlayTargetKey, element)
}

/** The dialog around this component; nothing outside one. */
export function useOverlayTarget(): Readonly<Ref<HTMLElement | null>> {
  return injectLocal(overlayTargetKey, undefined) ?? shallowRef(null)
}
