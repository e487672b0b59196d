import type { DraftChange, SavedDraft } from '../../shared/contract/methods/turnMethods'
import type { TerminalView } from '../../shared/contract/terminalView'
import type { Decision, DecisionQuery, Rule, WrittenRule } from '../../shared/settings/rules'
import type { ThreadEvent } from '../../shared/thread/events'
import type { Entry, ThreadHead } from '../../shared/thread/transcript'
import type { StoreDatabase } from './database'
import { EventLog } from './eventLog'
import { asStorageError, isCorruption } from './storageError'
import { type AgentOptions, AgentOptionTable } from './tables/agentOptionTable'
import { AgentSignInTable, type SignInRefusal } from './tables/agentSignInTable'
import { DecisionTable, type NewDecision } from './tables/decisionTable'
import { DraftTable } from './tables/draftTable'
import { PayloadTable } from './tables/payloadTable'
import { type Projection, ProjectionTable } from './tables/projectionTable'
import { type PermissionRule, RuleTable, type StoredRule } from './tables/ruleTable'
import { TerminalTable } from './tables/terminalTable'
import { type NewThread, type StoredThread, type ThreadPatch, ThreadTable } from './tables/threadTable'
import { type StoredTrust, TrustedCommandTable, type TrustPlace } from './tables/trustedCommandTable'
import { type UnaskedAnswer, UnaskedStartTable } from './tables/unaskedStartTable'
import { WrittenRuleTable } from './tables/writtenRuleTable'
import { type CopiedThread, ThreadCopy } from './threadCopy'

/**
 * Everything that is stored about threads. If the disk fails, every method throws a `HostError` with words for a
 * person. Calls are synchronous and each is one transaction. The caller closes the database.
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
    return this.#storing(() => this.#threads.create(thread))
  }

  /** Makes a thread with a copy of another's log and one more event. */
  copyThread(copied: CopiedThread): StoredThread {
    return this.#storing(() => {
      this.#copies.copy(copied)
      return this.#threads.read(copied.threadId)!
    })
  }

  /** The latest activity first; or those deleted that can be restored. */
  listThreads(which?: 'deleted'): StoredThread[] {
    return this.#storing(() => this.#threads.list(which))
  }

  readThread(threadId: string): StoredThread | undefined {
    return this.#storing(() => this.#threads.read(threadId))
  }

  updateThread(threadId: string, patch: ThreadPatch): StoredThread {
    return this.#storing(() => this.#threads.update(threadId, patch))
  }

  /** Its log, entries and terminals are erased by housekeeping. */
  removeThread(threadId: string): void {
    this.#storing(() => this.#threads.remove(threadId))
  }

  /** `durable` events are on the disk when this returns; others survive a killed process, not a power cut. */
  appendEvents(threadId: string, events: readonly ThreadEvent[], options: { durable: boolean }): void {
    this.#storing(() => this.#events.append(threadId, events, options))
  }

  readEvents(threadId: string, range: { afterSeq: number, upToSeq?: number }): ThreadEvent[] {
    return this.#storing(() => this.#events.read(threadId, range))
  }

  project(threadId: string, projection: Projection): void {
    this.#storing(() => this.#projections.project(threadId, projection))
  }

  /** At most `limit` entries before index `before`, oldest first. */
  readEntries(threadId: string, page: { before: number, limit: number }): Entry[] {
    return this.#storing(() => this.#projections.readEntries(threadId, page))
  }

  readHead(threadId: string): ThreadHead | undefined {
    return this.#storing(() => this.#projections.readHead(threadId))
  }

  /** The index of its last entry. */
  findToolEntry(threadId: string, toolCallId: string): number | undefined {
    return this.#storing(() => this.#projections.findToolEntry(threadId, toolCallId))
  }

  /** Whether the thread has this notice. */
  hasNotice(threadId: string, notice: { title: string, description?: string | undefined }): boolean {
    return this.#storing(() => this.#projections.hasNotice(threadId, notice))
  }

  clearProjection(threadId: string): void {
    this.#storing(() => this.#projections.clear(threadId))
  }

  saveTerminal(threadId: string, view: TerminalView): void {
    this.#storing(() => this.#terminals.save(threadId, view))
  }

  readTerminal(threadId: string, terminalId: string): TerminalView | undefined {
    return this.#storing(() => this.#terminals.read(threadId, terminalId))
  }

  saveDraft(threadId: string, change: DraftChange): void {
    this.#storing(() => this.#drafts.save(threadId, change))
  }

  readDraft(threadId: string): SavedDraft | undefined {
    return this.#storing(() => this.#drafts.read(threadId))
  }

  saveAgentOptions(agentId: string, offered: AgentOptions): void {
    this.#storing(() => this.#agentOptions.save(agentId, offered))
  }

  /** What the agent last offered; `undefined` if it has never run here. */
  readAgentOptions(agentId: string): AgentOptions | undefined {
    return this.#storing(() => this.#agentOptions.read(agentId))
  }

  /** Stores that the agent wants a sign-in or, without a refusal, that it no longer does. */
  saveAgentSignIn(agentId: string, refusal: SignInRefusal | undefined): void {
    this.#storing(() => refusal === undefined ? this.#agentSignIns.remove(agentId) : this.#agentSignIns.save(agentId, refusal))
  }

  listAgentSignIns(): Map<string, SignInRefusal> {
    return this.#storing(() => this.#agentSignIns.list())
  }

  /**
   * Stores what the person said of a mode in which an agent acts without asking, replacing what they said of it there
   * before.
   */
  saveUnaskedAnswer(place: TrustPlace, answer: UnaskedAnswer): void {
    this.#storing(() => this.#unaskedStarts.save(place, answer))
  }

  readUnaskedAnswer(place: TrustPlace, configId: string | undefined): UnaskedAnswer | undefined {
    return this.#storing(() => this.#unaskedStarts.read(place, configId))
  }

  /** Stores what the person trusts to run in a place, replacing what they trusted there before. */
  saveTrust(place: TrustPlace, command: StoredTrust): void {
    this.#storing(() => this.#trusted.save(place, command))
  }

  readTrust(place: TrustPlace): StoredTrust | undefined {
    return this.#storing(() => this.#trusted.read(place))
  }

  saveRule(rule: PermissionRule): void {
    this.#storing(() => this.#rules.save(rule))
  }

  findRule(rule: Omit<PermissionRule, 'createdAt'>): StoredRule | undefined {
    return this.#storing(() => this.#rules.find(rule))
  }

  listRules(): StoredRule[] {
    return this.#storing(() => this.#rules.list())
  }

  removeRule(ruleId: number): void {
    this.#storing(() => this.#rules.remove(ruleId))
  }

  addWrittenRule(rule: Rule): number {
    return this.#storing(() => this.#writtenRules.add(rule, Date.now()))
  }

  /** False if the rule no longer exists. */
  replaceWrittenRule(ruleId: number, rule: Rule): boolean {
    return this.#storing(() => this.#writtenRules.replace(ruleId, rule, Date.now()))
  }

  listWrittenRules(): WrittenRule[] {
    return this.#storing(() => this.#writtenRules.list())
  }

  /** Whether this rule is from before rules said what they let happen; true once. */
  takeOldRule(ruleId: number): boolean {
    return this.#storing(() => this.#writtenRules.takeOld(ruleId))
  }

  /** The same of an answer that is remembered. */
  takeOldAnswer(ruleId: number): boolean {
    return this.#storing(() => this.#rules.takeOld(ruleId))
  }

  removeWrittenRule(ruleId: number): void {
    this.#storing(() => this.#writtenRules.remove(ruleId))
  }

  addDecision(decision: NewDecision, options: { durable: boolean }): void {
    this.#storing(() => this.#decisions.add(decision, options))
  }

  listDecisions(query: DecisionQuery): Decision[] {
    return this.#storing(() => this.#decisions.list(query))
  }

  /** A disk's errors become words for a person. */
  #storing<T>(work: () => T): T {
    try {
      return work()
    }
    catch (error) {
      if (isCorruption(error))
        this.#database.noteDamage()
      throw asStorageError(error)
    }
  }
}
