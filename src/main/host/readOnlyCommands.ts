import type { ReadOnlyState } from '../../shared/contract/methods/settingsMethods'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { Report } from '../system/report'
import type { ReadOnlySetting } from '../threads/permission/readOnly/readOnlyAnswers'

/** Path in `settings.json`. */
const path = ['read_only_commands']

/** The setting for read-only commands. While it is unset, one question per run of Parley offers it. */
export class ReadOnlyCommands implements ReadOnlySetting {
  readonly #settings: SettingsStore
  readonly #report: Report
  #isOffered = false

  constructor({ settings, report }: { settings: SettingsStore, report: Report }) {
    this.#settings = settings
    this.#report = report
  }

  readonly state = (): ReadOnlyState => {
    const { readOnlyCommands } = this.#settings.settings
    return readOnlyCommands === undefined ? 'unset' : readOnlyCommands ? 'on' : 'off'
  }

  readonly mayOffer = (): boolean => !this.#isOffered && this.state() === 'unset'

  readonly offer = (): boolean => {
    const isFirst = this.mayOffer()
    this.#isOffered ||= isFirst
    return isFirst
  }

  /** Stores the setting as off, so that it is not offered again after a restart. */
  readonly decline = (): void => {
    try {
      if (this.state() === 'unset')
        this.set(false)
    }
    catch (error) {
      this.#report(error, 'keeping that read-only commands are asked about')
    }
  }

  set(isOn: boolean): void {
    this.#settings.edit([{ path, value: isOn }])
  }
}
