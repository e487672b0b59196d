import type { AgentListing } from '../../shared/contract/agentListing'
import type { HostGreeting } from '../../shared/contract/hostGreeting'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { Platform } from './platform'
import type { Storage } from './storage'

/** The initial choices in the New thread form. The agent is given by name or id. */
export interface Preselect {
  readonly agent?: string | undefined
  readonly folder?: string | undefined
}

/** Builds the response to a window's first call. */
export function buildGreeting({ version, platform, dataFolder, canReveal, preselect, agents, settings, storage }: {
  version: string
  platform: Platform
  dataFolder: string
  canReveal: boolean
  preselect: Preselect
  agents: readonly AgentListing[]
  settings: SettingsStore
  storage: Storage
}): HostGreeting {
  return {
    version,
    shell: platform.shell,
    platform: process.platform,
    canChooseFolder: platform.chooseFolder !== undefined,
    notifier: platform.notify ? 'host' : platform.isAddressKept ? 'page' : 'none',
    preselect: resolvePreselect(preselect, agents),
    dataFolder,
    canReveal,
    settingsPath: settings.path,
    settingsFaults: [...settings.settings.faults],
    problems: [...storage.problems],
    storageTrouble: storage.writes.trouble,
  }
}

/** Resolves the agent's name to its id. */
export function resolvePreselect(
  { agent: wanted, folder }: Preselect,
  agents: readonly AgentListing[],
): HostGreeting['preselect'] {
  return {
    agentId: wanted === undefined
      ? undefined
      : agents.find(({ agentId, name }) => wanted === name || wanted === agentId)?.agentId,
    folder,
  }
}
