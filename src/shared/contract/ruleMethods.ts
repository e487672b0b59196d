import { z } from 'zod'
import { type Decision, decisionQuerySchema, type RememberedRule, type RuleCheck, type RuleListing, ruleSchema } from '../settings/rules'
import { method } from './method'

/** What the dialogs "Permissions" and "Decisions" ask of the host: part of the contract. */
export const ruleMethods = {
  /** The rules that the person wrote. */
  listWrittenRules: method(z.object({})).returns<RuleListing[]>(),
  /** What a rule would mean, and what would become of an example: a command line, or a path. Saves nothing. */
  checkRule: method(z.object({ rule: ruleSchema, example: z.string().max(16_384).optional() })).returns<RuleCheck>(),
  /** Keeps a rule: in the place of the one with that id, or as a new one. It holds from now on. */
  saveRule: method(z.object({ ruleId: z.number().int().optional(), rule: ruleSchema })).returns<void>(),
  removeWrittenRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** What the person's "Always allow in this folder" answers allow. */
  listRules: method(z.object({})).returns<RememberedRule[]>(),
  removeRule: method(z.object({ ruleId: z.number().int() })).returns<void>(),
  /** Lines of the audit log, newest first. */
  listDecisions: method(decisionQuerySchema).returns<Decision[]>(),
}
