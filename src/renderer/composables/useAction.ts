import { injectLocal, provideLocal, useEventListener } from '@vueuse/core'
import {
  type InjectionKey,
  type MaybeRefOrGetter,
  onActivated,
  onDeactivated,
  onScopeDispose,
  shallowReactive,
  shallowRef,
  toValue,
  watch,
} from 'vue'
import { isPressed } from './keys'

/** Something a person can do, wherever they do it: by key, in the palette, by a button whose tooltip shows the key. */
export interface Action {
  readonly id: string
  readonly name: string
  /** Key combinations such as `Mod+K`; `Mod` is Command on a Mac and Ctrl elsewhere. The first is the one shown. */
  readonly keys: readonly string[]
  /** The keys count in one control only, which listens to them itself. */
  readonly isLocal?: true
  readonly run: () => void
}

const actionsKey: InjectionKey<Map<string, Action>> = Symbol('actions')

/** Keeps the one table of actions and listens for their keys. */
export function provideActions(): Map<string, Action> {
  const actions = shallowReactive(new Map<string, Action>())
  useEventListener(window, 'keydown', (event) => {
    // A dialog of the page is answered first and handles its own keys.
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]'))
      return
    const action = [...actions.values()].find(({ keys, isLocal }) => !isLocal && isPressed(keys, event))
    if (!action)
      return
    event.preventDefault()
    action.run()
  })
  keepFocusFromMenuBar()
  provideLocal(actionsKey, actions)
  return actions
}

/**
 * On Linux and Windows the menu bar takes the focus when Alt is released, unless another key came in between; one that
 * the page takes does not count there.
 */
function keepFocusFromMenuBar(): void {
  let isCombined = false
  useEventListener(window, ['keydown', 'keyup'], (event) => {
    if (event.key !== 'Alt')
      isCombined ||= event.altKey
    else if (event.type === 'keydown')
      isCombined = false
    else if (isCombined)
      event.preventDefault()
  }, { capture: true })
}

/** Adds an action to the table for as long as the component is shown and `when` holds. */
export function useAction(action: Action, { when = true }: { when?: MaybeRefOrGetter<boolean> } = {}): void {
  const actions = injectLocal(actionsKey, undefined)
  const isActive = shallowRef(true)
  const remove = () => {
    if (actions?.get(action.id) === action)
      actions.delete(action.id)
  }
  watch(
    () => isActive.value && toValue(when),
    isOffered => isOffered ? actions?.set(action.id, action) : remove(),
    { immediate: true, flush: 'sync' },
  )
  onActivated(() => isActive.value = true)
  onDeactivated(() => isActive.value = false)
  onScopeDispose(remove)
}
