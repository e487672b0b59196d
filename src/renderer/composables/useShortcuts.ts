import { inject, type InjectionKey, onActivated, onDeactivated, onScopeDispose, provide, shallowReactive } from 'vue'
import { keysMatch } from './keys'

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
  const listener = (event: KeyboardEvent) => {
    // A dialog of the page is answered first; its own keys are its own business.
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]'))
      return
    const action = [...actions.values()].find(({ keys, isLocal }) => !isLocal && keys.some(combination => keysMatch(combination, event)))
    if (!action)
      return
    event.preventDefault()
    action.run()
  }
  window.addEventListener('keydown', listener)
  onScopeDispose(() => window.removeEventListener('keydown', listener))
  provide(actionsKey, actions)
  return actions
}

/** Adds an action to the table for as long as the component is shown. */
export function useAction(action: Action): void {
  const actions = inject(actionsKey, undefined)
  const add = () => actions?.set(action.id, action)
  const remove = () => {
    if (actions?.get(action.id) === action)
      actions.delete(action.id)
  }
  add()
  onActivated(add)
  onDeactivated(remove)
  onScopeDispose(remove)
}
