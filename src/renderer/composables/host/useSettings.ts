import type { SettingsView } from '../../../shared/contract/methods/settingsMethods'
import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, type Ref, shallowRef, watch } from 'vue'
import { defaultPreferences } from '../../../shared/settings/preferences'
import { applyAppearance } from '../../styles/applyAppearance'
import { setShortcuts } from '../shortcuts'
import { useHostState } from './useHostState'

/** What `settings.json` says in plain values, and what it says besides. */
const viewKey: InjectionKey<Readonly<Ref<SettingsView>>> = Symbol('settings')
const usual: SettingsView = { preferences: defaultPreferences, sandboxes: {}, keys: {}, unknownKeys: [] }

/** Provides the settings to descendants, and applies their appearance and keys to the page. */
export function providePreferences(): Readonly<Ref<SettingsView>> {
  const { state } = useHostState<SettingsView>({
    initial: usual,
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

/** What `settings.json` says; the usual where no one provides it. */
export function useSettings(): Readonly<Ref<SettingsView>> {
  return injectLocal(viewKey, undefined) ?? shallowRef(usual)
}
