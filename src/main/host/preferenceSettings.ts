import type { SettingsView } from '../../shared/contract/methods/settingsMethods'
import type { PreferenceKey } from '../../shared/settings/preferences'
import type { Settings } from '../../shared/settings/settings'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { Platform } from './platform'
import type { Subscribers } from './subscribers'
import { HostError } from '../../shared/errors'
import { findPreferenceFault } from '../../shared/settings/preferences'

/** Maximum unknown keys reported. A newer Parley may have some. */
const maxUnknownKeys = 100

/** Reads and changes the scalar values in `settings.json` for windows. */
export class PreferenceSettings {
  readonly #settings: SettingsStore

  constructor({ settings, subscribers, platform }: {
    settings: SettingsStore
    subscribers: Subscribers
    platform: Pick<Platform, 'showTheme'>
  }) {
    this.#settings = settings
    const showTheme = (): void => platform.showTheme?.(this.view().preferences['appearance.theme'])
    showTheme()
    settings.onChange((changed) => {
      showTheme()
      subscribers.emitAll('settingsChanged', toView(changed))
    })
  }

  readonly view = (): SettingsView => toView(this.#settings.settings)

  set(key: PreferenceKey, value: unknown): void {
    const fault = findPreferenceFault(key, value)
    if (fault !== undefined)
      throw new HostError('invalid_params', fault)
    this.#settings.edit([{ path: key.split('.'), value }])
  }
}

function toView({ preferences, sandboxes, keys, unknownKeys }: Settings): SettingsView {
  return { preferences, sandboxes, keys, unknownKeys: unknownKeys.slice(0, maxUnknownKeys) }
}
