import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { AgentPreferences } from '../../shared/settings/settings'
import type { LostChoice } from '../../shared/thread/lostChoice'
import type { ThreadHead } from '../../shared/thread/transcript'
import type { ThreadStore } from '../store/threadStore'
import type { Report } from '../system/report'
import type { ThreadLog } from './log/threadLog'
import type { LiveSession } from './session/session'
import type { ThreadStatus } from './threadStatus'
import { setTimeout } from 'node:timers/promises'
import { HostError } from '../../shared/errors'
import { isModeOption } from '../../shared/thread/options/configOptions'
import { modeInForce } from '../../shared/thread/options/modeInForce'
import { applyDefaults } from './session/applyDefaults'
import { ChangesInOrder } from './session/changesInOrder'
import { ChoiceGate } from './session/choiceGate'
import { lostChoices } from './session/lostChoices'
import { restoreChoices, type SavedChoice, savedChoices } from './session/savedChoices'
import { SessionSetter } from './session/sessionSetter'
import { setChosen } from './session/setChosen'

/** What `ThreadOptions` needs. */
export interface ThreadOptionsOptions {
  readonly agent: { readonly agentId: string, readonly agentName: string }
  readonly log: ThreadLog
  readonly store: ThreadStore
  readonly preferences: () => AgentPreferences
  readonly attach: () => Promise<LiveSession>
  /** Passes on the result of a call to the agent, which may ask for a sign-in. */
  readonly watch: <T>(session: LiveSession, call: Promise<T>) => Promise<T>
  readonly status: ThreadStatus
  /** How long a session may still say that it stands otherwise than it was just set to. */
  readonly quietMs?: number
  readonly report: Report
}

/** Agents that answer first and report their mode afterwards do so in the same breath; starting one takes far longer. */
const defaultQuietMs = 50

/** What is known of the session that is open now. */
interface Settling {
  readonly session: LiveSession
  /** What was true of the thread until it was opened. */
  readonly before: ThreadHead
  /** No prompt has gone to it yet. */
  isFresh: boolean
  faults: ReadonlyMap<string, string>
}

/** A thread's mode and config options: the person's changes, in order, and what a session begins with. */
export class ThreadOptions {
  /** Holds the first prompt of a session that is not set as the person chose. */
  readonly gate: ChoiceGate
  readonly #options: ThreadOptionsOptions
  readonly #changes = new ChangesInOrder()
  #remembered: string | undefined
  #settling: Settling | undefined
  readonly #setter: SessionSetter

  constructor(options: ThreadOptionsOptions) {
    this.#options = options
    this.#setter = new SessionSetter(options)
    this.gate = new ChoiceGate({
      status: options.status,
      lost: () => this.#lost(),
      setAgain: () => this.#setAgain(),
      accept: lost => this.#accept(lost),
    })
  }

  /**
   * Resolves once everything that is being set is set, and the session stands as the person chose or they take it as it stands. Rejects
   * when what they were setting is refused.
   */
  async ready(): Promise<void> {
    const { status } = this.#options
    const isSeen = this.#changes.isChoosing && status.activity.state === 'ready'
    if (isSeen)
      status.dispatch({ type: 'starting', step: 'options' })
    await this.#changes.settled().finally(() => isSeen && status.dispatch({ type: 'settled' }))
    await this.gate.pass()
  }

  /** A prompt goes out: what the agent changes from here on is its turn's doing, and shown. */
  startTurn(): void {
    if (this.#settling)
      this.#settling.isFresh = false
  }

  /** The agent sent this by itself. */
  updated(update: SessionUpdate): void {
    if (this.#setter.updated(update))
      this.gate.recheck()
  }

  /** A session was begun or resumed: it gets what the person chose in this thread, otherwise the agent's defaults. */
  opened(session: LiveSession, before: ThreadHead): void {
    const settling = this.#settling = { session, before, isFresh: true, faults: new Map<string, string>() }
    this.#settle(settling, () => this.#restore(settling)).catch(error => this.#options.report(error, 'setting the options of a session'))
  }

  async setMode(modeId: string): Promise<void> {
    const session = await this.#options.attach()
    await this.#changes.choose(async () => {
      await this.#setter.setMode(session, modeId)
      this.#requireMode(modeId)
    })
    this.#changed({ value: modeId })
  }

  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    const session = await this.#options.attach()
    await this.#changes.choose(async () => {
      await this.#setter.setOption(session, configId, value)
      if (this.#setter.head().configOptions?.find(isModeOption)?.id === configId)
        this.#requireMode(String(value))
    })
    this.#changed({ configId, value })
  }

  /** Stores what the agent offers, for the next thread that waits for it to start. */
  remember(): void {
    const { modes, configOptions } = this.#setter.head()
    const offered = JSON.stringify({ modes, configOptions })
    if (offered === this.#remembered || (!modes && !configOptions))
      return
    try {
      this.#options.store.saveAgentOptions(this.#options.agent.agentId, { modes, configOptions })
      this.#remembered = offered
    }
    catch (error) {
      this.#options.report(error, 'storing the options of an agent') // the agent offers them again
    }
  }

  /** Until it is done, nothing says how the session stands. */
  async #settle(settling: Settling, prepare = () => Promise.resolve()): Promise<void> {
    const { log, status, quietMs = defaultQuietMs } = this.#options
    const { chosenMode, choices = {} } = settling.before
    const hasChosen = chosenMode !== undefined || Object.keys(choices).length > 0
    if (hasChosen)
      status.dispatch({ type: 'starting', step: 'options' })
    try {
      await this.#changes.make(async () => {
        await prepare()
        if (!hasChosen)
          return
        settling.faults = await setChosen({ session: this.#setter.of(settling.session), before: settling.before, log })
        await setTimeout(quietMs)
      })
    }
    finally {
      if (hasChosen && this.#settling === settling)
        status.dispatch({ type: 'settled' })
      this.remember()
    }
  }

  /** What the person did not choose themselves stands as before, or as their defaults say. */
  async #restore({ session, before }: Settling): Promise<void> {
    const { log, agent } = this.#options
    const preferences = this.#options.preferences()
    const { choices = {}, chosenMode } = before
    const isLeft = ({ change, isMode }: SavedChoice): boolean =>
      isMode
        ? chosenMode === undefined && preferences.default_mode === undefined
        : change.kind === 'option'
          && !Object.hasOwn(choices, change.configId)
          && !Object.hasOwn(preferences.default_config_options ?? {}, change.configId)
    const settable = this.#setter.of(session)
    await restoreChoices({ choices: savedChoices(before, session).filter(isLeft), log, setOption: settable.setOption })
    const faults = await applyDefaults({
      preferences: chosenMode === undefined ? preferences : { ...preferences, default_mode: undefined },
      session: settable,
      isChosen: option => Object.hasOwn(choices, option.id),
    })
    if (faults.length > 0 && session.connection.exit === undefined)
      log.addNoticeOnce({ title: `Not every default of ${agent.agentName} could be set`, description: faults.join('\n') })
  }

  async #setAgain(): Promise<void> {
    if (this.#settling)
      await this.#settle(this.#settling)
  }

  #lost(): LostChoice[] {
    if (!this.#settling?.isFresh)
      return []
    const { session, before, faults } = this.#settling
    return lostChoices({ head: this.#setter.head(), before, taken: this.#setter.takenMode(session), faults })
  }

  #accept(lost: readonly LostChoice[]): void {
    for (const { configId, now } of lost)
      this.#changed({ configId, value: now?.value })
  }

  #requireMode(modeId: string): void {
    const now = modeInForce(this.#setter.head())
    if (now !== undefined && now !== modeId)
      throw new HostError('agent_failed', `The agent did not take it: it says that it is in "${now}".`)
  }

  /** The person has chosen: the choice holds for this thread, and is shown before the call is answered. */
  #changed(choice: { readonly configId?: string, readonly value?: string | boolean }): void {
    this.#options.log.add({ type: 'choice', ...choice })
    this.#options.log.flush()
    this.remember()
    this.gate.recheck()
  }
}
