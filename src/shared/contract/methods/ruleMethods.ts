import { z } from 'zod'
import {
  type Decision,
  decisionQuerySchema,
  proposedCommandSchema,
  type RememberedRule,
  type RuleCheck,
  type RuleListing,
  type RuleProposals,
  ruleSchema,
  type RulesTrial,
  triedCommandSchema,
} from '../../settings/rules'
import { method } from '../method'

/** Methods of the sections "Rules" and "Decisions" of the settings. */
export const ruleMethods = {
  /** The rules that the person wrote. */
  listWrittenRules: method(z.object({})).returns<RuleListing[]>(),
  /** What each rule that allows commands lets happen, in words, by its number. */
  listRuleGrades: method(z.object({})).returns<Readonly<Record<number, string>>>(),
  /** Describes a rule and judges an example (a command line or a path) by it. Saves nothing. */
  checkRule: method(z.object({ rule: ruleSchema, example: z.string().max(16_384).optional() })).returns<RuleCheck>(),
  /** What all rules together make of a command. Nothing runs. */
  tryRules: method(triedCommandSchema).returns<RulesTrial>(),
  /** The rules by which a command would not be asked about again. Saves nothing. */
  proposeRules: method(proposedCommandSchema).returns<RuleProposals>(),
  /** Saves a rule, replacing the one with that id if given. It applies at once, also to questions that are open. */
  saveRule: method(z.object({ ruleId: z.number().int().optional(), rule: ruleSchema })).returns<void>(),
  removeWrittenRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** The "Always allow in this folder" answers that are remembered. */
  listRules: method(z.object({})).returns<RememberedRule[]>(),
  removeRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** Entries of the decision log, newest first. */
  listDecisions: method(decisionQuerySchema).returns<Decision[]>(),
}
