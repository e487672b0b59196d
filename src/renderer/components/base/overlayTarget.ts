import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, type Ref, shallowRef } from 'vue'

/** Parent of floating elements. Must be inside a modal dialog, which makes the rest of the page inert. */
const overlayTargetKey: InjectionKey<Readonly<Ref<HTMLElement | null>>> = Symbol('overlayTarget')

/** Makes `element` the parent of floating elements of descendants. */
export function provideOverlayTarget(element: Readonly<Ref<HTMLElement | null>>): void {
  provideLocal(overlayTargetKey, element)
}

/** The enclosing dialog, if any. */
export function useOverlayTarget(): Readonly<Ref<HTMLElement | null>> {
  return injectLocal(overlayTargetKey, undefined) ?? shallowRef(null)
}
