import { inject, provide, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import type { RuleDraft } from '../components/rules/ruleDraft'

/** What the dialog "Rules" begins with: a rule of the list, or one that is not saved yet. */
export interface RulesStart {
  readonly ruleId?: number
  readonly draft?: RuleDraft
}

/** The dialogs about permissions, which are opened from many places. */
export interface PermissionViews {
  readonly rules: ShallowRef<RulesStart | undefined>
  readonly decisions: ShallowRef<{ readonly threadId?: string } | undefined>
}

const viewsKey: InjectionKey<PermissionViews> = Symbol('permissionViews')

export function providePermissionViews(): PermissionViews {
  const views: PermissionViews = { rules: shallowRef(), decisions: shallowRef() }
  provide(viewsKey, views)
  return views
}

/** `undefined` where nothing can be decided, such as in a bundle that is only read. */
export function usePermissionViews(): PermissionViews | undefined {
  return inject(viewsKey, undefined)
}
