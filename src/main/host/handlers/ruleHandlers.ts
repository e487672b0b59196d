import type { AgentListing } from '../../../shared/contract/agentListing'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { ruleMethods } from '../../../shared/contract/methods/ruleMethods'
import type { Rule } from '../../../shared/settings/rules'
import type { SandboxLimits } from '../../../shared/thread/events'
import type { ThreadStore } from '../../store/threadStore'
import type { Threads } from '../../threads/threads'
import type { ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { Sandboxes } from '../sandboxes'
import { HostError } from '../../../shared/errors'
import { describeGrade, describeRule, ruleFault } from '../../rules/describeRule'
import { checkRule } from '../../threads/permission/rules/checkRule'
import { proposeRules } from '../../threads/permission/rules/proposeRules'
import { describeRememberedRule } from '../../threads/permission/rules/rememberedRule'
import { tryRules } from '../../threads/permission/rules/tryRules'

/** What `ruleHandlers` needs of the host. */
interface RuleHandlersOptions {
  readonly store: ThreadStore
  readonly threads: Threads
  readonly scratch: ScratchFolders
  readonly listAgents: () => AgentListing[]
  readonly sandboxes: Sandboxes
}

/** Answers the sections "Rules" and "Decisions" of the settings. */
export function ruleHandlers(
  { store, threads, scratch, listAgents, sandboxes }: RuleHandlersOptions,
): Pick<HostHandlers, keyof typeof ruleMethods> {
  const limitsIn = (folder: string | undefined): SandboxLimits => ({ network: sandboxes.mayUseNetwork(folder) })
  const nameOf = (agentId: string): string => listAgents().find(agent => agent.agentId === agentId)?.name ?? agentId
  return {
    listWrittenRules: () => store.listWrittenRules().map(rule => ({ ...rule, words: describeRule(rule, nameOf) })),
    listRuleGrades: () => Object.fromEntries(store.listWrittenRules().flatMap((rule) => {
      const grade = describeGrade(rule, nameOf, limitsIn(rule.folder))
      return grade === undefined ? [] : [[rule.ruleId, grade]]
    })),
    checkRule: ({ rule, example }) => checkRule(rule, { example, agentName: nameOf, limits: limitsIn(rule.folder) }),
    tryRules: command => tryRules(store.listWrittenRules(), command, nameOf),
    proposeRules: command => scratch.has(command.folder)
      ? { scopes: [], why: 'a scratch folder has no rules: it is deleted with its thread' }
      : proposeRules(command, nameOf),
    saveRule: async ({ ruleId, rule }) => {
      refuseFaulty(rule)
      refuseScratch(rule, scratch)
      if (ruleId === undefined)
        store.addWrittenRule(rule)
      else if (!store.replaceWrittenRule(ruleId, rule))
        throw new HostError('not_found', 'This rule was revoked meanwhile. Add it as a new one.')
      await threads.judgeAgain()
    },
    removeWrittenRule: ({ ruleId }) => store.removeWrittenRule(ruleId),
    listRules: () => store.listRules().map(rule => describeRememberedRule(rule, nameOf(rule.agentId), limitsIn(rule.folder))),
    removeRule: ({ ruleId }) => store.removeRule(ruleId),
    listDecisions: query => store.listDecisions(query),
  }
}

/** A rule would outlive the folder. */
function refuseScratch({ folder, path }: Rule, scratch: ScratchFolders): void {
  if ([folder, path].some(place => place !== undefined && scratch.has(place)))
    throw new HostError('invalid_params', 'A scratch folder has no rules: it is deleted with its thread. Leave the folder out.')
}

function refuseFaulty(rule: Rule): void {
  const fault = ruleFault(rule)
  if (fault !== undefined)
    throw new HostError('invalid_params', fault)
}
