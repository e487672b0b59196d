import type { SettingsView } from '../../../shared/contract/methods/settingsMethods'
import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, type Ref, shallowRef, watch } from 'vue'
import { defaultPreferences } from '../../../shared/settings/preferences'
import { applyAppearance } from '../../styles/applyAppearance'
import { setShortcuts } from '../shortcuts'
import { useHostState } from './useHostState'

/** Key of the settings. */
const viewKey: InjectionKey<Readonly<Ref<SettingsView>>> = Symbol('settings')
const defaultView: SettingsView = { preferences: defaultPreferences, sandboxes: {}, keys: {}, unknownKeys: [] }

/** Provides the settings to descendants and applies appearance and shortcuts to the page. */
export function providePreferences(): Readonly<Ref<SettingsView>> {
  const { state } = useHostState<SettingsView>({
    initial: defaultView,
    load: host => host.readSettings({}),
    events: { settingsChanged: (_, changed) => changed },
  })
  watch(state, ({ preferences, keys }) => {
    applyAppearance(document.documentElement, preferences)
    setShortcuts(keys)
  })
  provideLocal(viewKey, state)
  return state
}

/** Returns the settings, or defaults if none are provided. */
export function useSettings(): Readonly<Ref<SettingsView>> {
  return injectLocal(viewKey, undefined) ?? shallowRef(defaultView)
}
