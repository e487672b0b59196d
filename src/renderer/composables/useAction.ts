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

/** An action that is available by shortcut, in the palette, or by a button whose tooltip shows the shortcut. */
export interface Action {
  readonly id: string
  readonly name: string
  /** Combinations such as `Mod+K`; `Mod` is Command on a Mac and Ctrl elsewhere. The first one is shown. */
  readonly keys: readonly string[]
  /** Set if the keys work only in one control, which handles them itself. */
  readonly isLocal?: true
  readonly run: () => void
}

const actionsKey: InjectionKey<Map<string, Action>> = Symbol('actions')

/** Provides the table of actions and handles their shortcuts. */
export function provideActions(): Map<string, Action> {
  const actions = shallowReactive(new Map<string, Action>())
  useEventListener(window, 'keydown', (event) => {
    // An open dialog takes precedence and handles its own keys.
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
 * Prevents the menu bar from taking the focus on Linux and Windows. It does when Alt is released, unless another key
 * was pressed that the page didn't handle.
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

/** Adds an action to the table while the component is shown and `when` holds. */
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
