import type { HostHandlers } from '../../../shared/contract/contract'
import type { settingsMethods } from '../../../shared/contract/methods/settingsMethods'
import type { Threads } from '../../threads/threads'
import type { AgentDefaults } from '../agents/agentDefaults'
import type { McpTests } from '../mcp/mcpTests'
import type { McpServers } from '../mcpServers'
import type { PreferenceSettings } from '../preferenceSettings'
import type { ReadOnlyCommands } from '../readOnlyCommands'

/** What `settingsHandlers` needs. */
export interface SettingsHandlersOptions {
  readonly agentDefaults: AgentDefaults
  readonly mcpServers: McpServers
  readonly mcpTests: McpTests
  readonly readOnly: ReadOnlyCommands
  readonly threads: Pick<Threads, 'judgeAgain'>
  readonly preferences: PreferenceSettings
  readonly restoreSettings: () => void
}

/** Answers the dialogs "Agent settings" and "MCP servers". */
export function settingsHandlers({
  agentDefaults,
  mcpServers,
  mcpTests,
  readOnly,
  threads,
  preferences,
  restoreSettings,
}: SettingsHandlersOptions): Pick<HostHandlers, keyof typeof settingsMethods> {
  return {
    readSettings: () => preferences.view(),
    setPreference: ({ key, value }) => preferences.set(key, value),
    readAgentSettings: ({ agentId }) => agentDefaults.read(agentId),
    setAgentDefault: change => agentDefaults.setDefault(change),
    setAgentCapability: change => agentDefaults.setCapability(change),
    setAgentEnv: change => agentDefaults.setEnv(change),
    forgetAgentKey: change => agentDefaults.forgetKey(change),
    setAgentExperiment: change => agentDefaults.setExperiment(change),
    readReadOnlyCommands: () => readOnly.state(),
    setReadOnlyCommands: async ({ isOn }) => {
      readOnly.set(isOn)
      await threads.judgeAgain()
    },
    listMcpServers: () => mcpServers.list(),
    saveMcpServer: change => mcpServers.save(change),
    testMcpServer: ({ testId, ...server }) => mcpTests.run(testId, mcpServers.ready(server)),
    cancelMcpTest: ({ testId }) => mcpTests.cancel(testId),
    restoreSettings: () => restoreSettings(),
    removeMcpServer: ({ name }) => mcpServers.remove(name),
  }
}
