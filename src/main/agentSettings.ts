import { HostError } from '../shared/errors'
import type { AgentSettings, CapabilityName } from '../shared/agentSettings'
import { agentPreferences, offersOf, preferencesPath } from './agents/agentPreferences'
import type { SettingsStore } from './store/settingsStore'
import type { ThreadStore } from './store/threadStore'

/** What the person sets for one agent, as `settings.json` holds it. */
export function readAgentSettings({ agent: { agentId, name }, settings, store }: { agent: { agentId: string, name: string }, settings: SettingsStore, store: ThreadStore }): AgentSettings {
  const preferences = agentPreferences(agentId, settings.settings)
  const { readTextFile, terminal, elicitation } = offersOf(preferences)
  return {
    agentId,
    name,
    capabilities: { fs: readTextFile, terminal, elicitation },
    defaultConfigOptions: preferences.default_config_options ?? {},
    defaultMode: preferences.default_mode,
    offered: store.readAgentOptions(agentId),
  }
}

/** Sets a default for every session from now on, or takes it back. */
export function setAgentDefault({ agentId, configId, value, settings }: { agentId: string, configId?: string, value?: string | boolean, settings: SettingsStore }): void {
  if (configId === undefined && typeof value === 'boolean')
    throw new HostError('invalid_params', 'A mode has a name: true and false are none.')
  const path = [...preferencesPath(agentId), ...configId === undefined ? ['default_mode'] : ['default_config_options', configId]]
  settings.edit([{ path, value }])
}

/** Switches a capability; on is the default, and not written down. */
export function setAgentCapability({ agentId, capability, isOn, settings }: { agentId: string, capability: CapabilityName, isOn: boolean, settings: SettingsStore }): void {
  settings.edit([{ path: [...preferencesPath(agentId), 'capabilities', capability], value: isOn ? undefined : false }])
}
