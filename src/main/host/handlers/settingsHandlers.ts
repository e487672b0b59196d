import type { HostHandlers } from '../../../shared/contract/contract'
import type { settingsMethods } from '../../../shared/contract/methods/settingsMethods'
import type { Rule } from '../../../shared/settings/rules'
import type { SandboxLimits } from '../../../shared/thread/events'
import type { ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { HandlerServices } from '../handlerServices'
import { HostError } from '../../../shared/errors'
import { describeRule, describeRuleGrade, findRuleFault } from '../../rules/describeRule'
import { checkRule } from '../../threads/permission/rules/checkRule'
import { proposeRules } from '../../threads/permission/rules/proposeRules'
import { describeRememberedRule } from '../../threads/permission/rules/rememberedRule'
import { tryRules } from '../../threads/permission/rules/tryRules'

/** Handlers for settings, MCP servers, rules and the sandbox. One table: each row is a method of the contract. */
export function createSettingsHandlers(host: HandlerServices): Pick<HostHandlers, keyof typeof settingsMethods> {
  const { agentDefaults, mcpServers, mcpTests, readOnly, threads, preferences, store, scratch, sandboxes, lastChoices } = host
  const threadFolder = (threadId: string): string => threads.get(threadId).summary.folder
  const getLimits = (folder: string | undefined): SandboxLimits => ({ network: sandboxes.mayUseNetwork(folder) })
  const getAgentName = (agentId: string): string =>
    host.listAgents().find(agent => agent.agentId === agentId)?.name ?? agentId
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
      await threads.reevaluateQuestions()
    },
    listMcpServers: () => mcpServers.list(),
    saveMcpServer: change => mcpServers.save(change),
    testMcpServer: ({ testId, ...server }) => mcpTests.run(testId, mcpServers.resolve(server)),
    cancelMcpTest: ({ testId }) => mcpTests.cancel(testId),
    restoreSettings: () => host.restoreSettings(),
    removeMcpServer: ({ name }) => mcpServers.remove(name),

    listWrittenRules: () =>
      store.listWrittenRules().map(rule => ({ ...rule, words: describeRule(rule, getAgentName) })),
    listRuleGrades: () => Object.fromEntries(store.listWrittenRules().flatMap((rule) => {
      const grade = describeRuleGrade(rule, getAgentName, getLimits(rule.folder))
      return grade === undefined ? [] : [[rule.ruleId, grade]]
    })),
    checkRule: ({ rule, example }) =>
      checkRule(rule, { example, agentName: getAgentName, limits: getLimits(rule.folder) }),
    tryRules: command => tryRules(store.listWrittenRules(), command, getAgentName),
    proposeRules: command => scratch.has(command.folder)
      ? { scopes: [], why: 'a scratch folder has no rules: it is deleted with its thread' }
      : proposeRules(command, getAgentName),
    saveRule: async ({ ruleId, rule }) => {
      rejectFaulty(rule)
      rejectScratch(rule, scratch)
      if (ruleId === undefined)
        store.addWrittenRule(rule)
      else if (!store.replaceWrittenRule(ruleId, rule))
        throw new HostError('not_found', 'This rule was revoked meanwhile. Add it as a new one.')
      await threads.reevaluateQuestions()
    },
    removeWrittenRule: ({ ruleId }) => store.removeWrittenRule(ruleId),
    listRules: () =>
      store.listRules().map(rule => describeRememberedRule(rule, getAgentName(rule.agentId), getLimits(rule.folder))),
    removeRule: ({ ruleId }) => store.removeRule(ruleId),
    listDecisions: query => store.listDecisions(query),

    readSandbox: ({ threadId }) => sandboxes.read(threadFolder(threadId)),
    setSandbox: ({ threadId, rules }) => {
      if (!rules)
        threads.get(threadId).revokeSandboxAnswers()
      return sandboxes.set(threadFolder(threadId), rules)
    },
    runOutside: ({ threadId, terminalId }) => threads.get(threadId).runOutside(terminalId),

    readLastChoices: () => lastChoices.read(),
    saveLastChoice: ({ name, text }) => lastChoices.save(name, text),
  }
}

/** Rejects rules for scratch folders, because rules would outlive them. */
function rejectScratch({ folder, path }: Rule, scratch: ScratchFolders): void {
  if ([folder, path].some(place => place !== undefined && scratch.has(place))) {
    throw new HostError(
      'invalid_params',
      'A scratch folder has no rules: it is deleted with its thread. Leave the folder out.',
    )
  }
}

function rejectFaulty(rule: Rule): void {
  const fault = findRuleFault(rule)
  if (fault !== undefined)
    throw new HostError('invalid_params', fault)
}
