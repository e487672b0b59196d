import type { DraftChange, SavedDraft } from '../../shared/contract/methods/turnMethods'
import type { TerminalView } from '../../shared/contract/terminalView'
import type { Decision, DecisionQuery, Rule, WrittenRule } from '../../shared/settings/rules'
import type { ThreadEvent } from '../../shared/thread/events'
import type { Entry, ThreadHead } from '../../shared/thread/transcript'
import type { StoreDatabase } from './database'
import { EventLog } from './eventLog'
import { isCorruption, toStorageError } from './storageError'
import { type AgentOptions, AgentOptionTable } from './tables/agentOptionTable'
import { AgentSignInTable, type SignInRefusal } from './tables/agentSignInTable'
import { DecisionTable, type NewDecision } from './tables/decisionTable'
import { DraftTable } from './tables/draftTable'
import { PayloadTable } from './tables/payloadTable'
import { type Projection, ProjectionTable } from './tables/projectionTable'
import { type PermissionRule, RuleTable, type StoredRule } from './tables/ruleTable'
import { TerminalTable } from './tables/terminalTable'
import { type NewThread, type StoredThread, type ThreadPatch, ThreadTable } from './tables/threadTable'
import { type StoredTrust, TrustedCommandTable, type TrustScope } from './tables/trustedCommandTable'
import { type UnaskedAnswer, UnaskedStartTable } from './tables/unaskedStartTable'
import { WrittenRuleTable } from './tables/writtenRuleTable'
import { type CopiedThread, ThreadCopy } from './threadCopy'

/**
 * All stored data about threads. If the disk fails, methods throw a `HostError` with a message for the
 * person. Calls are synchronous, and each is one transaction. The caller closes the database.
 */
export class ThreadStore {
  readonly #threads: ThreadTable
  readonly #copies: ThreadCopy
  readonly #events: EventLog
  readonly #projections: ProjectionTable
  readonly #terminals: TerminalTable
  readonly #drafts: DraftTable
  readonly #rules: RuleTable
  readonly #writtenRules: WrittenRuleTable
  readonly #decisions: DecisionTable
  readonly #agentOptions: AgentOptionTable
  readonly #agentSignIns: AgentSignInTable
  readonly #trusted: TrustedCommandTable
  readonly #unaskedStarts: UnaskedStartTable
  readonly #database: StoreDatabase

  constructor(database: StoreDatabase) {
    const { sql } = this.#database = database
    this.#threads = new ThreadTable(sql)
    this.#copies = new ThreadCopy(sql)
    const payloads = new PayloadTable(sql)
    this.#events = new EventLog(sql, payloads)
    this.#projections = new ProjectionTable(sql, payloads)
    this.#terminals = new TerminalTable(sql)
    this.#drafts = new DraftTable(sql)
    this.#rules = new RuleTable(sql)
    this.#writtenRules = new WrittenRuleTable(sql)
    this.#decisions = new DecisionTable(sql)
    this.#agentOptions = new AgentOptionTable(sql)
    this.#agentSignIns = new AgentSignInTable(sql)
    this.#trusted = new TrustedCommandTable(sql)
    this.#unaskedStarts = new UnaskedStartTable(sql)
  }

  createThread(thread: NewThread): StoredThread {
    return this.#guard(() => this.#threads.create(thread))
  }

  /** Creates a thread with a copy of another's log and one more event. */
  copyThread(copied: CopiedThread): StoredThread {
    return this.#guard(() => {
      this.#copies.copy(copied)
      return this.#threads.read(copied.threadId)!
    })
  }

  /** Lists threads by latest activity, or the deleted ones that can be restored. */
  listThreads(which?: 'deleted'): StoredThread[] {
    return this.#guard(() => this.#threads.list(which))
  }

  readThread(threadId: string): StoredThread | undefined {
    return this.#guard(() => this.#threads.read(threadId))
  }

  updateThread(threadId: string, patch: ThreadPatch): StoredThread {
    return this.#guard(() => this.#threads.update(threadId, patch))
  }

  /** Removes a thread. Housekeeping erases its log, entries and terminals. */
  removeThread(threadId: string): void {
    this.#guard(() => this.#threads.remove(threadId))
  }

  /** Appends events. `durable` ones survive a power failure once this returns, others only a killed process. */
  appendEvents(threadId: string, events: readonly ThreadEvent[], options: { durable: boolean }): void {
    this.#guard(() => this.#events.append(threadId, events, options))
  }

  readEvents(threadId: string, range: { afterSeq: number, upToSeq?: number }): ThreadEvent[] {
    return this.#guard(() => this.#events.read(threadId, range))
  }

  project(threadId: string, projection: Projection): void {
    this.#guard(() => this.#projections.project(threadId, projection))
  }

  /** Reads at most `limit` entries before index `before`, oldest first. */
  readEntries(threadId: string, page: { before: number, limit: number }): Entry[] {
    return this.#guard(() => this.#projections.readEntries(threadId, page))
  }

  readHead(threadId: string): ThreadHead | undefined {
    return this.#guard(() => this.#projections.readHead(threadId))
  }

  /** Returns the index of the tool call's last entry. */
  findToolEntry(threadId: string, toolCallId: string): number | undefined {
    return this.#guard(() => this.#projections.findToolEntry(threadId, toolCallId))
  }

  /** Whether the thread has this notice. */
  hasNotice(threadId: string, notice: { title: string, description?: string | undefined }): boolean {
    return this.#guard(() => this.#projections.hasNotice(threadId, notice))
  }

  clearProjection(threadId: string): void {
    this.#guard(() => this.#projections.clear(threadId))
  }

  saveTerminal(threadId: string, view: TerminalView): void {
    this.#guard(() => this.#terminals.save(threadId, view))
  }

  readTerminal(threadId: string, terminalId: string): TerminalView | undefined {
    return this.#guard(() => this.#terminals.read(threadId, terminalId))
  }

  saveDraft(threadId: string, change: DraftChange): void {
    this.#guard(() => this.#drafts.save(threadId, change))
  }

  readDraft(threadId: string): SavedDraft | undefined {
    return this.#guard(() => this.#drafts.read(threadId))
  }

  saveAgentOptions(agentId: string, offered: AgentOptions): void {
    this.#guard(() => this.#agentOptions.save(agentId, offered))
  }

  /** Returns what the agent last offered, or `undefined` if it has never run. */
  readAgentOptions(agentId: string): AgentOptions | undefined {
    return this.#guard(() => this.#agentOptions.read(agentId))
  }

  /** Stores that the agent requires a sign-in or, without a refusal, that it no longer does. */
  saveAgentSignIn(agentId: string, refusal: SignInRefusal | undefined): void {
    this.#guard(() =>
      refusal === undefined ? this.#agentSignIns.remove(agentId) : this.#agentSignIns.save(agentId, refusal),
    )
  }

  listAgentSignIns(): Map<string, SignInRefusal> {
    return this.#guard(() => this.#agentSignIns.list())
  }

  /**
   * Stores the person's answer about a value with which an agent acts without asking. Replaces an earlier answer for
   * that place.
   */
  saveUnaskedAnswer(place: TrustScope, answer: UnaskedAnswer): void {
    this.#guard(() => this.#unaskedStarts.save(place, answer))
  }

  readUnaskedAnswer(place: TrustScope, configId: string | undefined): UnaskedAnswer | undefined {
    return this.#guard(() => this.#unaskedStarts.read(place, configId))
  }

  /** Stores the command that the person trusts in a place. Replaces an earlier one. */
  saveTrust(place: TrustScope, command: StoredTrust): void {
    this.#guard(() => this.#trusted.save(place, command))
  }

  readTrust(place: TrustScope): StoredTrust | undefined {
    return this.#guard(() => this.#trusted.read(place))
  }

  saveRule(rule: PermissionRule): void {
    this.#guard(() => this.#rules.save(rule))
  }

  findRule(rule: Omit<PermissionRule, 'createdAt'>): StoredRule | undefined {
    return this.#guard(() => this.#rules.find(rule))
  }

  listRules(): StoredRule[] {
    return this.#guard(() => this.#rules.list())
  }

  removeRule(ruleId: number): void {
    this.#guard(() => this.#rules.remove(ruleId))
  }

  addWrittenRule(rule: Rule): number {
    return this.#guard(() => this.#writtenRules.add(rule, Date.now()))
  }

  /** Replaces a rule. Returns `false` if it no longer exists. */
  replaceWrittenRule(ruleId: number, rule: Rule): boolean {
    return this.#guard(() => this.#writtenRules.replace(ruleId, rule, Date.now()))
  }

  listWrittenRules(): WrittenRule[] {
    return this.#guard(() => this.#writtenRules.list())
  }

  /** Whether the rule predates grades. Returns `true` only the first time. */
  takeOldRule(ruleId: number): boolean {
    return this.#guard(() => this.#writtenRules.takeOld(ruleId))
  }

  /** Whether a remembered answer predates grades. Returns `true` only the first time. */
  takeOldAnswer(ruleId: number): boolean {
    return this.#guard(() => this.#rules.takeOld(ruleId))
  }

  removeWrittenRule(ruleId: number): void {
    this.#guard(() => this.#writtenRules.remove(ruleId))
  }

  addDecision(decision: NewDecision, options: { durable: boolean }): void {
    this.#guard(() => this.#decisions.add(decision, options))
  }

  listDecisions(query: DecisionQuery): Decision[] {
    return this.#guard(() => this.#decisions.list(query))
  }

  /** Runs `work`, converts its storage errors and records damage. */
  #guard<T>(work: () => T): T {
    try {
      return work()
    }
    catch (error) {
      if (isCorruption(error))
        this.#database.markDamaged()
      throw toStorageError(error)
    }
  }
}
