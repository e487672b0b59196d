import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { AgentPreferences } from '../../shared/settings/settings'
import type { LostChoice, UnaskedStart } from '../../shared/thread/heldPrompt'
import type { ThreadHead } from '../../shared/thread/transcript'
import type { TrustPlace } from '../store/tables/trustedCommandTable'
import type { UnaskedAnswer } from '../store/tables/unaskedStartTable'
import type { ThreadStore } from '../store/threadStore'
import type { Report } from '../system/report'
import type { ThreadLog } from './log/threadLog'
import type { LiveSession } from './session/session'
import type { ThreadStatus } from './threadStatus'
import { setTimeout } from 'node:timers/promises'
import { HostError } from '../../shared/errors'
import { isModeOption } from '../../shared/thread/options/configOptions'
import { type KnownModes, modeInForce } from '../../shared/thread/options/modes'
import { applyDefaults } from './session/applyDefaults'
import { ChoiceGate } from './session/choiceGate'
import { lostChoices, restoreChoices, type SavedChoice, savedChoices } from './session/lostChoices'
import { ChangeQueue, SessionSetter, setChosen } from './session/sessionSetter'
import { unaskedStarts } from './session/unaskedStarts'

interface ThreadOptionsOptions {
  readonly agent: {
    readonly agentId: string
    readonly agentName: string
    readonly folder: string
    /** The folder is a scratch folder; all of them count as one place. */
    readonly scratch?: object
  }
  readonly log: ThreadLog
  readonly store: ThreadStore
  readonly preferences: () => AgentPreferences
  /** Modes in which the agent asks, if known. */
  readonly knownModes?: () => KnownModes | undefined
  readonly attach: () => Promise<LiveSession>
  /** Handles the result of a call to the agent, which may require a sign-in. */
  readonly watch: <T>(session: LiveSession, call: Promise<T>) => Promise<T>
  readonly status: ThreadStatus
  /** How long a session may report other values after it was set. */
  readonly quietMs?: number
  readonly report: Report
}

/** Agents that report their mode after their answer do so at once. Short compared with an agent's start. */
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
  readonly #changes = new ChangeQueue()
  #remembered: string | undefined
  #settling: Settling | undefined
  /** What the person took because the agent has nothing else, by the option's id: no word for acting without asking. */
  readonly #taken = new Map<string, string | boolean | undefined>()
  readonly #setter: SessionSetter

  constructor(options: ThreadOptionsOptions) {
    this.#options = options
    this.#setter = new SessionSetter(options)
    this.gate = new ChoiceGate({
      status: options.status,
      lost: () => this.#lost(),
      unasked: () => this.#unasked(),
      setAgain: () => this.#setAgain(),
      accept: lost => this.#accept(lost),
    })
  }

  /**
   * Resolves once everything that is being set is set, and the session stands as the person chose or they take it as it
   * stands. Rejects when what they were setting is refused.
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

  /** The person's word for a mode in which the agent acts without asking: it holds for this agent in this folder. */
  async answerUnaskedStart(start: UnaskedStart, isAllowed: boolean): Promise<void> {
    const { configId, value, valueName, instead } = start
    if (!this.#settling || !this.#unasked().some(shown => isSameStart(shown, start)) || (!isAllowed && !instead)) {
      this.gate.recheck()
      throw new HostError('invalid_params', 'The agent has changed what it is set to. Look at it once more.')
    }
    const { session } = this.#settling
    if (!isAllowed)
      await this.#changes.make(() => this.#setInstead(session, start, instead!.value))
    const { store } = this.#options
    store.saveUnaskedAnswer(this.#place(), { configId, value, valueName, ...!isAllowed && { instead: instead!.value } })
    this.gate.recheck()
  }

  /** Stores what the agent offers, for the next thread that waits for it to start. */
  remember(): void {
    const { modes, configOptions, commands, promptCapabilities } = this.#setter.head()
    const options = { modes, configOptions, ...commands.length > 0 && { commands }, promptCapabilities }
    const offered = JSON.stringify(options)
    if (offered === this.#remembered || offered === '{}')
      return
    try {
      this.#options.store.saveAgentOptions(this.#options.agent.agentId, options)
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

  /** Restores values that the person did not choose, or applies defaults. */
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
    await this.#keepAsking(session)
  }

  /** Sets the asking mode again if the person wanted that in this folder. */
  async #keepAsking(session: LiveSession): Promise<void> {
    for (const start of this.#unasked()) {
      const instead = this.#answerTo(start)?.instead
      if (instead === undefined || start.instead?.value !== instead)
        continue
      try {
        await this.#setInstead(session, start, instead)
        const title = `${start.name} is set to "${start.instead.name}", as you chose in this folder`
        this.#options.log.add({ type: 'notice', severity: 'info', title })
      }
      catch (error) {
        this.#options.report(error, 'setting an agent to ask') // the person is asked again
      }
    }
  }

  async #setInstead(session: LiveSession, { configId }: UnaskedStart, value: string | boolean): Promise<void> {
    if (configId === undefined)
      await this.#setter.setMode(session, String(value))
    else
      await this.#setter.setOption(session, configId, value)
  }

  async #setAgain(): Promise<void> {
    if (this.#settling)
      await this.#settle(this.#settling)
  }

  #lost(): LostChoice[] {
    if (!this.#settling?.isFresh)
      return []
    const { session, before, faults } = this.#settling
    return lostChoices({ head: this.#setter.head(), before, taken: this.#setter.acceptedMode(session), faults })
  }

  /**
   * Settings by which the agent acts without asking that the person did not choose for the thread, the defaults or the
   * folder.
   */
  #unasked(): UnaskedStart[] {
    if (!this.#settling?.isFresh)
      return []
    const head = this.#setter.head()
    const { default_mode: mode, default_config_options: options = {} } = this.#options.preferences()
    const modeOption = head.configOptions?.find(isModeOption)
    return unaskedStarts(head, this.#options.knownModes?.()).filter((start) => {
      const { configId, value } = start
      const isMode = configId === undefined || configId === modeOption?.id
      const words = [
        this.#taken.get(isMode ? '' : configId) === value ? undefined : isMode ? head.chosenMode : head.choices?.[configId],
        isMode ? mode : undefined,
        configId === undefined ? undefined : options[configId],
      ]
      const answer = this.#answerTo(start)
      return !words.includes(value) && (answer === undefined || answer.instead !== undefined)
    })
  }

  /** The person's answer about exactly this value, by id and name. */
  #answerTo({ configId, value, valueName }: UnaskedStart): UnaskedAnswer | undefined {
    const answer = this.#options.store.readUnaskedAnswer(this.#place(), configId)
    return answer?.value === value && answer.valueName === valueName ? answer : undefined
  }

  #place(): TrustPlace {
    const { agentId, folder, scratch } = this.#options.agent
    return { agentId, folder: scratch ? '' : folder }
  }

  #accept(lost: readonly LostChoice[]): void {
    for (const { configId, now } of lost) {
      this.#taken.set(configId ?? '', now?.value)
      this.#changed({ configId, value: now?.value })
    }
  }

  #requireMode(modeId: string): void {
    const now = modeInForce(this.#setter.head())
    if (now !== undefined && now !== modeId)
      throw new HostError('agent_failed', `The agent did not take it: it says that it is in "${now}".`)
  }

  /** Records the person's choice for this thread, which is shown before the call is answered. */
  #changed(choice: { readonly configId?: string, readonly value?: string | boolean }): void {
    this.#options.log.add({ type: 'choice', ...choice })
    this.#options.log.flush()
    this.remember()
    this.gate.recheck()
  }
}

function isSameStart(one: UnaskedStart, other: UnaskedStart): boolean {
  return one.configId === other.configId && one.value === other.value && one.valueName === other.valueName
    && one.instead?.value === other.instead?.value
}
