import type { SandboxRules, SandboxSetting } from '../../shared/settings/sandbox'
import type { Settings } from '../../shared/settings/settings'
import type { SettingsStore } from '../store/settings/settingsStore'
import { isDeepStrictEqual } from 'node:util'
import { HostError } from '../../shared/errors'
import { sandboxFor } from '../sandbox/sandboxFor'
import { availabilityOf, findSandboxTool, type SandboxTool } from '../sandbox/sandboxProbe'

/** Which folders' commands run in a sandbox, as `settings.json` says, and what there is to run them in. */
export class Sandboxes {
  readonly #settings: SettingsStore
  #tool: Promise<SandboxTool> | undefined

  constructor(settings: SettingsStore) {
    this.#settings = settings
  }

  sandboxes(): Settings['sandboxes'] {
    return this.#settings.settings.sandboxes
  }

  /** Looked for once; again where there was none, since the person may have installed it. */
  async tool(): Promise<SandboxTool> {
    const looking = this.#tool ??= findSandboxTool()
    const tool = await looking
    if (tool.kind === 'none' && this.#tool === looking)
      this.#tool = undefined
    return tool
  }

  async read(folder: string): Promise<SandboxSetting> {
    const sandboxes = this.sandboxes()
    if (sandboxes === 'unknown') {
      throw new HostError(
        'storage',
        'settings.json cannot be read as a whole, so it is not known which commands run in a sandbox. Mend it first; until then none is run.',
      )
    }
    const found = sandboxFor(folder, sandboxes)
    const { network, write } = found?.rules ?? { network: false, write: [] }
    return { folder: found?.folder ?? folder, isOn: found !== undefined, network, write, availability: availabilityOf(await this.tool()) }
  }

  /** Changes what holds for the folder, be it said of itself or of one above it. */
  async set(folder: string, rules: SandboxRules | undefined): Promise<SandboxSetting> {
    const before = await this.read(folder)
    if (rules && !before.isOn && !before.availability.works)
      throw new HostError('unsupported', `The sandbox cannot be switched on: ${before.availability.why} ${before.availability.how}`)
    if (!isDeepStrictEqual(rules, before.isOn ? { network: before.network, write: before.write } : undefined))
      this.#settings.edit([{ path: ['sandboxed_folders', before.folder], value: rules }])
    return this.read(folder)
  }
}
