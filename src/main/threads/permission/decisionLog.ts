import type { Grade } from '../../../shared/permission/grade'
import type { PermissionFacts } from '../../../shared/permission/permissionFacts'
import type { DecidedBy, Decision } from '../../../shared/settings/rules'
import type { RefusedEvent } from '../../../shared/thread/deedEvents'
import type { AnsweringRule } from '../../../shared/thread/events'
import type { NewDecision } from '../../store/tables/decisionTable'
import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import { createHash } from 'node:crypto'
import { HostError } from '../../../shared/errors'
import { gradeLine } from '../../rules/plainPrograms'
import { splitCommand } from '../../rules/shell/splitCommand'

/** Maximum length of stored facts. The stored hash covers the full text. */
const maxFacts = 8 * 1024
const maxWhat = 300
/** Maximum unseen requests kept per turn, so that a flood can't fill the disk. */
const maxUnseen = 200

/** A decision to record before it takes effect. */
export interface DecisionRecord {
  readonly from: Decision['from']
  readonly facts: PermissionFacts
  readonly outcome: Decision['outcome']
  readonly by: DecidedBy
  readonly rule?: AnsweringRule
  readonly why?: string
  /** Describes what the agent has changed since the rule or remembered answer was given. */
  readonly since?: string | undefined
}

interface DecisionLogOptions {
  readonly store: ThreadStore
  readonly thread: { readonly threadId: string, readonly agentId: string }
  readonly report: Report
  /** Called when a rule that predates stored grades first answers. */
  readonly onOldRule?: (rule: AnsweringRule) => void
}

/** Writes a thread's part of the decision log. */
export class DecisionLog {
  readonly #options: DecisionLogOptions
  #unseen = 0
  #isDisposed = false

  constructor(options: DecisionLogOptions) {
    this.#options = options
  }

  startTurn(): void {
    this.#unseen = 0
  }

  /** Stops recording. A request may still be open when its thread is closed or deleted. */
  dispose(): void {
    this.#isDisposed = true
  }

  /** Records a request that couldn't be fulfilled, with the reason. */
  addRefusal({ request, target, why }: Omit<RefusedEvent, 'type'>): void {
    const facts = JSON.stringify({ request, target, why })
    this.#tryStore({
      ...this.#options.thread,
      at: Date.now(),
      from: 'agent',
      what: `${requestNames[request]}: ${target}`.slice(0, maxWhat),
      facts: facts.slice(0, maxFacts),
      factsHash: createHash('sha256').update(facts).digest('hex'),
      outcome: 'denied',
      by: 'builtin',
      why,
    })
  }

  /**
   * Records a decision before it takes effect. Throws if it can't be stored and is a person's or allows something.
   * Other decisions don't wait for the disk.
   */
  add({ from, facts, outcome, by, rule, why, since }: DecisionRecord): void {
    if (outcome === 'cancelled' && ++this.#unseen > maxUnseen)
      return
    const text = JSON.stringify(facts)
    const decision = {
      ...this.#options.thread,
      at: Date.now(),
      from,
      what: summarizeFacts(facts).slice(0, maxWhat),
      facts: text.slice(0, maxFacts),
      factsHash: createHash('sha256').update(text).digest('hex'),
      outcome,
      by,
      ruleId: rule?.ruleId,
      why: outcome === 'cancelled' && this.#unseen === maxUnseen
        ? 'Further requests of this turn are not kept.'
        : since === undefined ? rule?.words ?? why : `${rule?.words ?? why ?? ''}; ${since}`,
      ...outcome === 'allowed' && { grade: getCommandGrade(facts) },
    }
    if (this.#isDisposed && outcome === 'allowed')
      throw new HostError('not_found', 'This thread is closed. Nothing more can be allowed in it.')
    if (outcome !== 'allowed' && by !== 'person')
      return this.#tryStore(decision)
    this.#options.store.addDecision(decision, { durable: by === 'person' })
    if (rule && outcome === 'allowed' && this.#options.store.takeOldRule(rule.ruleId))
      this.#options.onOldRule?.(rule)
  }

  #tryStore(decision: NewDecision): void {
    if (this.#isDisposed)
      return
    try {
      this.#options.store.addDecision(decision, { durable: false })
    }
    catch (error) {
      this.#options.report(error, 'keeping a decision')
    }
  }
}

const requestNames: Readonly<Record<RefusedEvent['request'], string>> = {
  read: 'read a file',
  write: 'write a file',
  run: 'run a command',
  terminal: 'use a terminal',
}

/** The grade of an allowed command. */
function getCommandGrade({ commandLine, isSandboxed }: PermissionFacts): Grade | undefined {
  return commandLine === undefined ? undefined : isSandboxed ? 'sandbox' : gradeLine(splitCommand(commandLine))
}

function summarizeFacts({ action, commandLine, paths, diffs, url, words }: PermissionFacts): string {
  const place = commandLine ?? url ?? paths[0] ?? diffs[0]?.path ?? words[0]
  return place === undefined ? action : `${action}: ${place}`
}
