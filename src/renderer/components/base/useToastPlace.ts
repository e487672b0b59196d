import { useMutationObserver } from '@vueuse/core'
import { type Ref, shallowRef, watch } from 'vue'
import { answerSelector } from '../../composables/answers/useStillButtons'

/** Where toasts leave the buttons that answer a question alone: the sides that `data-toasts` names, or the window's upper edge. */
export type ToastPlace = 'free' | 'above' | 'below' | 'edge'

const sides = ['above', 'below'] as const

/** Where the toasts stand while there are any. A selector with `:has` would see it too, at the price of all that streams. */
export function useToastPlace(hasToasts: () => boolean): Ref<ToastPlace> {
  const place = shallowRef<ToastPlace>('free')
  const look = (): void => {
    const answers = [...document.querySelectorAll(answerSelector)]
    const areAll = (side: ToastPlace): boolean => answers.every(answer => answer.closest(`[data-toasts=${side}]`) !== null)
    place.value = answers.length === 0 ? 'free' : sides.find(areAll) ?? 'edge'
  }
  watch(hasToasts, has => has && look(), { immediate: true, flush: 'post' })
  useMutationObserver(() => hasToasts() ? document.body : null, look, { subtree: true, childList: true })
  return place
}
