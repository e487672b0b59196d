import type { AgentSettings, CapabilityName, ExperimentName } from '../../../shared/settings/agentSettings'
import type { SettingsStore } from '../../store/settings/settingsStore'
import type { ThreadStore } from '../../store/threadStore'
import { chmodSync } from 'node:fs'
import { HostError } from '../../../shared/errors'
import { agentPreferences, experimentsOf, hasOwnEntry, offersOf, preferencesPath } from '../../agents/catalogue/agentPreferences'
import { withheldOffers } from '../../agents/catalogue/knownPrograms'

/** What the person sets for one agent, as `settings.json` holds it. */
export function readAgentSettings({
  agent: { agentId, name },
  settings,
  store,
}: {
  agent: { agentId: string, name: string }
  settings: SettingsStore
  store: ThreadStore
}): AgentSettings {
  const preferences = agentPreferences(agentId, settings.settings)
  const { readTextFile, terminal, elicitation } = offersOf(preferences)
  return {
    agentId,
    name,
    capabilities: { fs: readTextFile, terminal, elicitation },
    experiments: experimentsOf(preferences),
    defaultConfigOptions: preferences.default_config_options ?? {},
    defaultMode: preferences.default_mode,
    ...(hasOwnEntry(agentId) ? {} : { env: preferences.env ?? {} }),
    ...(withheldOffers({ agentId, command: settings.settings.agentServers[name]?.command ?? '' }).includes('readTextFile') && {
      readsByItself: true,
    }),
    offered: store.readAgentOptions(agentId),
  }
}

/** Sets a default for every session from now on, or takes it back. */
export function setAgentDefault({
  agentId,
  configId,
  value,
  settings,
}: {
  agentId: string
  configId?: string
  value?: string | boolean
  settings: SettingsStore
}): void {
  if (configId === undefined && typeof value === 'boolean')
    throw new HostError('invalid_params', 'A mode has a name: true and false are none.')
  const path = [...preferencesPath(agentId), ...(configId === undefined ? ['default_mode'] : ['default_config_options', configId])]
  settings.edit([{ path, value }])
}

/** Switches a capability; on is the default, and not written down. */
export function setAgentCapability({
  agentId,
  capability,
  isOn,
  settings,
}: {
  agentId: string
  capability: CapabilityName
  isOn: boolean
  settings: SettingsStore
}): void {
  settings.edit([{ path: [...preferencesPath(agentId), 'capabilities', capability], value: isOn ? undefined : false }])
}

/** Sets the variables of an agent; one that has an entry of its own is edited there. */
export function setAgentEnv({
  agentId,
  env,
  settings,
}: {
  agentId: string
  env: Readonly<Record<string, string>>
  settings: SettingsStore
}): void {
  if (hasOwnEntry(agentId))
    throw new HostError('unsupported', 'This agent has its variables in its own entry. Edit the agent instead.')
  const wrong = Object.entries(env).find(([name, value]) => name === '' || /[=\0]/.test(name) || value.includes('\0'))
  if (wrong)
    throw new HostError('invalid_params', `"${wrong[0]}" cannot be an environment variable.`)
  settings.edit([{ path: [...preferencesPath(agentId), 'env'], value: Object.keys(env).length > 0 ? env : undefined }])
  // They may be secrets, which others on this machine need not read.
  chmodSync(settings.path, 0o600)
}

/** Switches an experiment; off is the default, and not written down. */
export function setAgentExperiment({
  agentId,
  experiment,
  isOn,
  settings,
}: {
  agentId: string
  experiment: ExperimentName
  isOn: boolean
  settings: SettingsStore
}): void {
  settings.edit([{ path: [...preferencesPath(agentId), 'experimental', experiment], value: isOn || undefined }])
}
