import type { Grade } from '../permission/grade'
import { z } from 'zod'
import { ruleKinds } from './ruleKinds'

/** What a person decided beforehand. What is absent does not matter; what is present must all fit. */
export const ruleSchema = z.strictObject({
  effect: z.enum(['allow', 'ask', 'deny']),
  agentId: z.string().min(1).max(200).optional(),
  /** The folder of the thread. */
  folder: z.string().min(1).max(4096).optional(),
  toolKind: z.enum(ruleKinds).optional(),
  /**
   * A pattern of real paths: `*` within a name, `**` over folders; relative to the thread's folder unless it begins
   * with `/`.
   */
  path: z.string().min(1).max(4096).optional(),
  /**
   * The exact words of one command; a `*` at the end stands for further words, where the rule allows: not options, and
   * not outside.
   */
  command: z.string().min(1).max(4096).optional(),
  /** That `*` stands for options, too. */
  anyOption: z.boolean().optional(),
  /** It stands for what leads outside the thread's folders, too. */
  anyPlace: z.boolean().optional(),
  /** It allows only what Parley itself runs in the sandbox; there its `*` stands for any words. */
  sandbox: z.literal(true).optional(),
})

export type Rule = z.infer<typeof ruleSchema>
/** A rule as it is kept. `createdAt` is when it was last saved. */
export type WrittenRule = Rule & { readonly ruleId: number, readonly createdAt: number }

/** A rule as the list shows it. */
export type RuleListing = WrittenRule & { readonly words: string }

/** A remembered answer to one of Parley's own questions. */
export interface RememberedRule {
  readonly ruleId: number
  readonly agentName: string
  readonly folder: string
  /** What is allowed, such as `Run npm test`. */
  readonly what: string
  /** Where and with which variables, where that is part of it. */
  readonly detail?: string
  /** What it lets happen, in words. */
  readonly grade?: string
  readonly createdAt: number
}

/** What would become of a command by a rule. */
export interface RuleSample {
  readonly text: string
  readonly outcome: 'allowed' | 'asked' | 'denied'
}

/** What a rule would do, told before it is saved. */
export interface RuleCheck {
  /** The scope in plain words. */
  readonly words: string
  /** Why it cannot be saved. */
  readonly fault?: string
  /** What it lets happen, in words. */
  readonly grade?: string
  /** Something to think about before it is saved. */
  readonly warning?: string
  /** What would become of the example. */
  readonly example?: string
  /** What would become of some commands that it may be about. */
  readonly samples: readonly RuleSample[]
  /** What widening the star lets happen; absent where there is none to widen. */
  readonly widening?: {
    readonly anyOption: string
    readonly anyPlace: string
    /** The program with which one alone changes nothing: it can do anything by its words. */
    readonly needsBoth?: string
  }
}

/** What all rules together make of a command, and of each command in it. */
export interface RulesTrial {
  readonly outcome: RuleSample['outcome']
  /** Why, where no rule says it. */
  readonly why?: string
  readonly parts: readonly TriedPart[]
}

/** One command of a line, and the rule that answers it. */
export interface TriedPart extends RuleSample {
  readonly rule?: Pick<RuleListing, 'ruleId' | 'words'>
}

/** A command that all rules are tried on: whose, and in which folder. */
export const triedCommandSchema = z.object({
  agentId: z.string().max(200),
  folder: z.string().max(4096).optional(),
  commandLine: z.string().max(16_384),
})

export type TriedCommand = z.infer<typeof triedCommandSchema>

/** A command on the screen for which the person wants a rule. */
export const proposedCommandSchema = z.object({
  agentId: z.string().max(200),
  folder: z.string().max(4096),
  commandLine: z.string().max(16_384),
  cwd: z.string().max(4096).optional(),
})

export type ProposedCommand = z.infer<typeof proposedCommandSchema>

/** The rules that would allow a command, narrowest first; each scope is one rule for each part of it. */
export interface RuleProposals {
  readonly scopes: readonly { readonly rules: readonly Rule[], readonly words: readonly string[], readonly grade?: string }[]
  /** Why there is none. */
  readonly why?: string
}

/** Who decided about a request. */
export type DecidedBy = 'person' | 'rule' | 'remembered' | 'approval' | 'builtin' | 'agent' | 'turn'

/** One line of the audit log: a request, and what became of it. */
export interface Decision {
  readonly decisionId: number
  readonly threadId: string
  readonly at: number
  readonly agentId: string
  readonly from: 'agent' | 'parley'
  /** What was asked for, in a line. */
  readonly what: string
  /** What was shown, as JSON; cut where it is long. */
  readonly facts: string
  /** SHA-256 of all that was shown. */
  readonly factsHash: string
  readonly outcome: 'allowed' | 'denied' | 'cancelled'
  readonly by: DecidedBy
  readonly ruleId?: number
  /** The rule in words as it was then, the option that was chosen, or the reason. */
  readonly why?: string
  /** Of a command that was allowed. */
  readonly grade?: Grade
}

/** Which lines of the audit log: those before `before`, newest first. */
export const decisionQuerySchema = z.object({
  threadId: z.string().optional(),
  agentId: z.string().optional(),
  search: z.string().max(500).optional(),
  before: z.number().int().optional(),
  limit: z.number().int().min(1).max(200),
})

export type DecisionQuery = z.infer<typeof decisionQuerySchema>
