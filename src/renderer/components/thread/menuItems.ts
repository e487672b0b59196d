import type { InjectionKey } from 'vue'
import type { FocusGroup } from '../../composables/useFocusGroup'

/** The items of the thread menu. */
export const menuItemsKey: InjectionKey<FocusGroup> = Symbol('menuItems')
