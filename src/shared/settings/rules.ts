import type { Grade } from '../permission/grade'
import { z } from 'zod'
import { ruleKinds } from './ruleKinds'

/** A rule that the person wrote. Absent conditions match anything; all present ones must match. */
export const ruleSchema = z.strictObject({
  effect: z.enum(['allow', 'ask', 'deny']),
  agentId: z.string().min(1).max(200).optional(),
  /** The thread's folder. */
  folder: z.string().min(1).max(4096).optional(),
  toolKind: z.enum(ruleKinds).optional(),
  /**
   * A glob for real paths: `*` within a name, `**` across folders; relative to the thread's folder unless it starts
   * with `/`.
   */
  path: z.string().min(1).max(4096).optional(),
  /**
   * The exact words of one command. A trailing `*` matches further words within the rule's limits: no options, and
   * nothing outside the thread's folders.
   */
  command: z.string().min(1).max(4096).optional(),
  /** The `*` also matches options. */
  anyOption: z.boolean().optional(),
  /** The `*` also matches paths outside the thread's folders. */
  anyPlace: z.boolean().optional(),
  /** Allows only what Parley itself runs in the sandbox, where the `*` matches any words. */
  sandbox: z.literal(true).optional(),
})

export type Rule = z.infer<typeof ruleSchema>
/** A stored rule. `createdAt` is when it was last saved. */
export type WrittenRule = Rule & { readonly ruleId: number, readonly createdAt: number }

/** A rule with its description. */
export type RuleListing = WrittenRule & { readonly words: string }

/** A remembered answer to one of Parley's own questions. */
export interface RememberedRule {
  readonly ruleId: number
  readonly agentName: string
  readonly folder: string
  /** The allowed action, such as `Run npm test`. */
  readonly what: string
  /** The folder and variables, if they are part of the answer. */
  readonly detail?: string
  /** What it permits, as a message for the person. */
  readonly grade?: string
  readonly createdAt: number
}

/** What a rule would decide about a command. */
export interface RuleSample {
  readonly text: string
  readonly outcome: 'allowed' | 'asked' | 'denied'
}

/** A preview of a rule's effect. */
export interface RuleCheck {
  /** The rule's scope, as a message for the person. */
  readonly words: string
  /** Why the rule cannot be saved. */
  readonly fault?: string
  /** What the rule permits, as a message for the person. */
  readonly grade?: string
  /** A reason to reconsider before saving. */
  readonly warning?: string
  /** The rule's decision about the example. */
  readonly example?: string
  /** The rule's decisions about typical commands. */
  readonly samples: readonly RuleSample[]
  /** What widening the `*` would permit; absent if the rule has no `*`. */
  readonly widening?: {
    readonly anyOption: string
    readonly anyPlace: string
    /** Set if only both options together have an effect: the program can do anything given its arguments. */
    readonly needsBoth?: string
  }
}

/** The combined decision of all rules about a command line, and about each command in it. */
export interface RulesTest {
  readonly outcome: RuleSample['outcome']
  /** The reason, if it is not a rule. */
  readonly why?: string
  readonly parts: readonly TestedPart[]
}

/** One command of a line, and the rule that decides it. */
export interface TestedPart extends RuleSample {
  readonly rule?: Pick<RuleListing, 'ruleId' | 'words'>
}

/** A command to test all rules with. */
export const testedCommandSchema = z.object({
  agentId: z.string().max(200),
  folder: z.string().max(4096).optional(),
  commandLine: z.string().max(16_384),
})

export type TestedCommand = z.infer<typeof testedCommandSchema>

/** A command for which the person wants a rule. */
export const proposedCommandSchema = z.object({
  agentId: z.string().max(200),
  folder: z.string().max(4096),
  commandLine: z.string().max(16_384),
  cwd: z.string().max(4096).optional(),
})

export type ProposedCommand = z.infer<typeof proposedCommandSchema>

/** Proposed rules that would allow a command, narrowest first; each scope has one rule per command of the line. */
export interface RuleProposals {
  readonly scopes: readonly {
    readonly rules: readonly Rule[]
    readonly words: readonly string[]
    readonly grade?: string
  }[]
  /** Why there is no proposal. */
  readonly why?: string
}

/** Who decided a request. */
export type DecidedBy = 'person' | 'rule' | 'remembered' | 'approval' | 'builtin' | 'agent' | 'turn'

/** An entry of the decision log. */
export interface Decision {
  readonly decisionId: number
  readonly threadId: string
  readonly at: number
  readonly agentId: string
  readonly from: 'agent' | 'parley'
  /** A one-line description of the request. */
  readonly what: string
  /** The facts that were shown, as JSON, truncated if long. */
  readonly facts: string
  /** SHA-256 of all facts that were shown. */
  readonly factsHash: string
  readonly outcome: 'allowed' | 'denied' | 'cancelled'
  readonly by: DecidedBy
  readonly ruleId?: number
  /** The description of the rule at that time, the chosen option, or the reason. */
  readonly why?: string
  /** Only for an allowed command. */
  readonly grade?: Grade
}

/** A query of the decision log: entries before `before`, newest first. */
export const decisionQuerySchema = z.object({
  threadId: z.string().optional(),
  agentId: z.string().optional(),
  search: z.string().max(500).optional(),
  before: z.number().int().optional(),
  limit: z.number().int().min(1).max(200),
})

export type DecisionQuery = z.infer<typeof decisionQuerySchema>
