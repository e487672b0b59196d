import type { AgentListing } from '../../shared/contract/agentListing'
import type { HostGreeting } from '../../shared/contract/hostGreeting'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { Platform } from './platform'
import type { Storage } from './storage'

/** What a window is told when it connects, as things are at that moment. */
export function greetingOf({ version, platform, preselect, agents, settings, storage }: {
  version: string
  platform: Platform
  preselect: { readonly agent?: string, readonly folder?: string }
  agents: readonly AgentListing[]
  settings: SettingsStore
  storage: Storage
}): HostGreeting {
  const { agent: wanted, folder } = preselect
  return {
    version,
    shell: platform.shell,
    platform: process.platform,
    canChooseFolder: platform.chooseFolder !== undefined,
    notifier: platform.notify ? 'host' : platform.isAddressKept ? 'page' : 'none',
    preselect: {
      agentId: wanted === undefined ? undefined : agents.find(({ agentId, name }) => wanted === name || wanted === agentId)?.agentId,
      folder,
    },
    settingsPath: settings.path,
    settingsFaults: [...settings.settings.faults],
    problems: [...storage.problems],
    storageTrouble: storage.writes.trouble,
  }
}
