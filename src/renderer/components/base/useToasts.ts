import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, type Ref, shallowRef } from 'vue'

/** What a toast is about: `ask` waits for the person. */
export type ToastTone = 'plain' | 'ask' | 'ok' | 'bad'

/** Something that happened, told for a while in a corner of the window. It never answers a question. */
export interface Toast {
  readonly text: string
  readonly detail?: string
  readonly tone?: ToastTone
  /** Such as Undo. Taking it closes the toast. */
  readonly action?: { readonly name: string, readonly run: () => void }
  /** How long it stays while no one points at it. */
  readonly ms?: number
}
/** A toast on the screen. */
export type ShownToast = Toast & { readonly id: number }

/** More would cover the page: the oldest goes. */
const maxToasts = 3
const toastsKey: InjectionKey<Toasts> = Symbol('toasts')

/** The toasts that are shown. */
export class Toasts {
  #lastId = 0
  readonly #shown = shallowRef<readonly ShownToast[]>([])
  readonly shown: Readonly<Ref<readonly ShownToast[]>> = this.#shown

  /** Answers with what takes it away early. */
  show(toast: Toast): () => void {
    const id = ++this.#lastId
    this.#shown.value = [...this.#shown.value, { ...toast, id }].slice(-maxToasts)
    return () => this.remove(id)
  }

  remove(id: number): void {
    this.#shown.value = this.#shown.value.filter(toast => toast.id !== id)
  }
}

/** One for the window; its `ToastStack` shows them. */
export function provideToasts(): Toasts {
  const toasts = new Toasts()
  provideLocal(toastsKey, toasts)
  return toasts
}

/** Without a `ToastStack` above, as in a test of one component, toasts are kept but not shown. */
export function useToasts(): Toasts {
  return injectLocal(toastsKey, undefined) ?? new Toasts()
}
