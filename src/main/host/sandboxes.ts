import type { SandboxRules, SandboxSetting } from '../../shared/settings/sandbox'
import type { Settings } from '../../shared/settings/settings'
import type { SettingsStore } from '../store/settings/settingsStore'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { HostError } from '../../shared/errors'
import { isWithin } from '../../shared/paths'
import { scratchName } from '../../shared/settings/scratchName'
import { Placeholders } from '../sandbox/placeholders'
import { getSandboxFor } from '../sandbox/sandboxPolicy'
import { findSandboxTool, type SandboxTool, toAvailability } from '../sandbox/sandboxProbe'

/** The folders' sandboxes in `settings.json`, and this system's sandbox tool. */
export class Sandboxes {
  readonly placeholders: Placeholders
  readonly #settings: SettingsStore
  readonly #dataFolder: string
  readonly #scratch: string
  #tool: Promise<SandboxTool> | undefined

  /** `scratch` is the root of the scratch folders. */
  constructor({ settings, dataFolder, scratch }: { settings: SettingsStore, dataFolder: string, scratch: string }) {
    this.#settings = settings
    this.#dataFolder = dataFolder
    this.#scratch = scratch
    this.placeholders = new Placeholders(join(dataFolder, 'placeholders.json'))
  }

  sandboxes(): Settings['sandboxes'] {
    const { sandboxes } = this.#settings.settings
    if (sandboxes === 'unknown' || !Object.hasOwn(sandboxes, scratchName))
      return sandboxes
    const { [scratchName]: rules, ...others } = sandboxes
    return { ...others, [this.#scratch]: rules! }
  }

  /**
   * Whether the folder's sandbox allows network access; without a folder, whether any sandbox does. True if unknown.
   */
  mayUseNetwork(folder: string | undefined): boolean {
    const sandboxes = this.sandboxes()
    if (sandboxes === 'unknown')
      return true
    return folder === undefined
      ? Object.values(sandboxes).some(({ network }) => network)
      : getSandboxFor(folder, sandboxes)?.rules.network === true
  }

  /** Finds the sandbox tool. Cached unless missing, because it may be installed later. */
  async tool(): Promise<SandboxTool> {
    const looking = this.#tool ??= findSandboxTool({ folder: this.#dataFolder })
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
        'settings.json cannot be read completely, so Parley does not know which commands run in a sandbox.'
        + ' Correct the file first; until then no command is run.',
      )
    }
    const found = getSandboxFor(folder, sandboxes)
    const { network, write } = found?.rules ?? { network: false, write: [] }
    const applies = found?.folder ?? (isWithin(folder, this.#scratch, process.platform) ? this.#scratch : folder)
    const place = { folder: applies, ...applies === this.#scratch && { isScratch: true as const } }
    return { ...place, isOn: found !== undefined, network, write, availability: toAvailability(await this.tool()) }
  }

  /** Changes the setting that applies to the folder: its own or an ancestor's. */
  async set(folder: string, rules: SandboxRules | undefined): Promise<SandboxSetting> {
    const before = await this.read(folder)
    if (rules && !before.isOn && !before.availability.works) {
      throw new HostError(
        'unsupported',
        `The sandbox cannot be switched on: ${before.availability.why} ${before.availability.how}`,
      )
    }
    if (!isDeepStrictEqual(rules, before.isOn ? { network: before.network, write: before.write } : undefined)) {
      this.#settings.edit([{
        path: ['sandboxed_folders', before.isScratch ? scratchName : before.folder],
        value: rules,
      }])
    }
    return this.read(folder)
  }
}
