import type { AgentListing } from '../../../shared/contract/agentListing'
import type { AgentSettings, CapabilityName, ExperimentName } from '../../../shared/settings/agentSettings'
import type { SettingsStore } from '../../store/settings/settingsStore'
import type { ThreadStore } from '../../store/threadStore'
import type { AgentKeys } from './agentKeys'
import { chmodSync } from 'node:fs'
import { HostError } from '../../../shared/errors'
import { isNetworkAgent } from '../../../shared/settings/settings'
import {
  filterEnabledCapabilities,
  getAgentPreferences,
  getPreferencesPath,
  hasOwnEntry,
  listExperiments,
} from '../../agents/catalogue/agentPreferences'
import { findKnownProgram } from '../../agents/catalogue/knownPrograms'
import { expandHome } from '../../system/commandOnPath'

interface AgentDefaultsOptions {
  readonly settings: SettingsStore
  readonly keys: AgentKeys
  readonly store: ThreadStore
  readonly listAgents: () => AgentListing[]
  /** The person's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The person's settings for each listed agent, installed or not, in `settings.json`. */
export class AgentDefaults {
  readonly #options: AgentDefaultsOptions

  constructor(options: AgentDefaultsOptions) {
    this.#options = options
  }

  read(agentId: string): AgentSettings {
    const { store, keys, environment, settings: { settings } } = this.#options
    const { name } = this.#findListing(agentId)
    const preferences = getAgentPreferences(agentId, settings)
    const { readTextFile, terminal, elicitation } = filterEnabledCapabilities(preferences)
    const server = settings.agentServers[name] ?? { command: '', args: [], env: {} }
    const { withhold = [], modes } = isNetworkAgent(server)
      ? {}
      : findKnownProgram({ ...server, agentId, command: expandHome(server.command, environment) }, environment) ?? {}
    return {
      agentId,
      name,
      capabilities: { fs: readTextFile, terminal, elicitation },
      experiments: listExperiments(preferences),
      defaultConfigOptions: preferences.default_config_options ?? {},
      defaultMode: preferences.default_mode,
      ...(hasOwnEntry(agentId) ? {} : { env: preferences.env ?? {} }),
      ...(withhold.includes('readTextFile') && { readsByItself: true }),
      ...(modes && { modes }),
      keys: Object.keys(keys.read(agentId)).sort(),
      offered: store.readAgentOptions(agentId),
    }
  }

  /** Whether an experiment is enabled. */
  isOn(agentId: string, experiment: ExperimentName): boolean {
    return listExperiments(getAgentPreferences(agentId, this.#options.settings.settings))[experiment]
  }

  /** Sets or removes a default for all later sessions: of a config option or, without `configId`, of the mode. */
  setDefault({ agentId, configId, value }: { agentId: string, configId?: string, value?: string | boolean }): void {
    if (configId === undefined && typeof value === 'boolean')
      throw new HostError('invalid_params', 'A mode is chosen by its name, not by true or false.')
    this.#edit(agentId, configId === undefined ? ['default_mode'] : ['default_config_options', configId], value)
  }

  /** Enables or disables a capability. Enabled is the default and is not written. */
  setCapability({ agentId, capability, isOn }: { agentId: string, capability: CapabilityName, isOn: boolean }): void {
    this.#edit(agentId, ['capabilities', capability], isOn ? undefined : false)
  }

  /** Sets the environment variables of an agent without its own entry. */
  setEnv({ agentId, env }: { agentId: string, env: Readonly<Record<string, string>> }): void {
    if (hasOwnEntry(agentId)) {
      throw new HostError(
        'unsupported',
        'This agent’s variables are in its entry in settings.json. Edit the agent instead.',
      )
    }
    const wrong = Object.entries(env).find(([name, value]) => name === '' || /[=\0]/.test(name) || value.includes('\0'))
    if (wrong) {
      throw new HostError(
        'invalid_params',
        `"${wrong[0]}" cannot be an environment variable. Use another name or value.`,
      )
    }
    this.#edit(agentId, ['env'], Object.keys(env).length > 0 ? env : undefined)
    // The variables may be secrets, so the file becomes private.
    chmodSync(this.#options.settings.path, 0o600)
  }

  /** Removes a key. Takes effect when the agent next starts. */
  forgetKey({ agentId, name }: { agentId: string, name: string }): void {
    this.#options.keys.forget(this.#findListing(agentId).agentId, name)
  }

  /** Enables or disables an experiment. Disabled is the default and is not written. */
  setExperiment({ agentId, experiment, isOn }: { agentId: string, experiment: ExperimentName, isOn: boolean }): void {
    this.#edit(agentId, ['experimental', experiment], isOn || undefined)
  }

  #edit(agentId: string, path: readonly string[], value: unknown): void {
    this.#options.settings.edit([{ path: [...getPreferencesPath(this.#findListing(agentId).agentId), ...path], value }])
  }

  #findListing(agentId: string): AgentListing {
    const listing = this.#options.listAgents().find(agent => agent.agentId === agentId)
    if (!listing)
      throw new HostError('agent_not_found', 'This agent is no longer in the list. Choose another one.')
    return listing
  }
}
