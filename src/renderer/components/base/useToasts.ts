import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, type Ref, shallowRef } from 'vue'

/** A toast's tone; `ask` for requests that wait for the person. */
export type ToastTone = 'plain' | 'ask' | 'ok' | 'bad'

/** A temporary message in a corner of the window. Its action never answers a question. */
export interface Toast {
  readonly text: string
  readonly detail?: string
  readonly tone?: ToastTone
  /** An action such as Undo, which closes the toast. */
  readonly action?: { readonly name: string, readonly run: () => void }
  /** Duration in milliseconds, not counting hovering. */
  readonly ms?: number
}
export type ShownToast = Toast & { readonly id: number }

/** Further toasts replace the oldest. */
const maxToasts = 3
const toastsKey: InjectionKey<Toasts> = Symbol('toasts')

/** The window's visible toasts. */
export class Toasts {
  #lastId = 0
  readonly #shown = shallowRef<readonly ShownToast[]>([])
  readonly shown: Readonly<Ref<readonly ShownToast[]>> = this.#shown

  /** Shows a toast. Returns a function that removes it. */
  show(toast: Toast): () => void {
    const id = ++this.#lastId
    this.#shown.value = [...this.#shown.value, { ...toast, id }].slice(-maxToasts)
    return () => this.remove(id)
  }

  remove(id: number): void {
    this.#shown.value = this.#shown.value.filter(toast => toast.id !== id)
  }
}

/** Creates the window's toasts, shown by its `ToastStack`. */
export function provideToasts(): Toasts {
  const toasts = new Toasts()
  provideLocal(toastsKey, toasts)
  return toasts
}

/** The window's toasts. Without a provider, as in component tests, toasts are not shown. */
export function useToasts(): Toasts {
  return injectLocal(toastsKey, undefined) ?? new Toasts()
}
