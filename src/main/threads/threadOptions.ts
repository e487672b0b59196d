import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { AgentPreferences } from '../../shared/settings/settings'
import type { LostChoice, UnaskedStart } from '../../shared/thread/heldPrompt'
import type { ThreadHead } from '../../shared/thread/transcript'
import type { TrustScope } from '../store/tables/trustedCommandTable'
import type { UnaskedAnswer } from '../store/tables/unaskedStartTable'
import type { ThreadStore } from '../store/threadStore'
import type { Report } from '../system/report'
import type { ThreadLog } from './log/threadLog'
import type { LiveSession } from './session/session'
import type { ThreadStatus } from './threadStatus'
import { setTimeout } from 'node:timers/promises'
import { HostError } from '../../shared/errors'
import { isModeOption } from '../../shared/thread/options/configOptions'
import { getCurrentMode, type KnownModes } from '../../shared/thread/options/modes'
import { applyDefaults } from './session/applyDefaults'
import { ChoiceGate } from './session/choiceGate'
import { findLostChoices, findSavedChoices, restoreChoices, type SavedChoice } from './session/lostChoices'
import { applyChoices, ChangeQueue, SessionSetter } from './session/sessionSetter'
import { findUnaskedStarts } from './session/unaskedStarts'

interface ThreadOptionsOptions {
  readonly agent: {
    readonly agentId: string
    readonly agentName: string
    readonly folder: string
    /** Set for a scratch folder. All scratch folders count as one place. */
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
  /** How long to wait for further values that a session may report after it was set up. */
  readonly quietMs?: number
  readonly report: Report
}

/** Agents that report their mode after the response do so immediately. Short compared with an agent's start. */
const defaultQuietMs = 50

/** The open session and its setup. */
interface SessionSetup {
  readonly session: LiveSession
  /** The thread's state before the session was opened. */
  readonly before: ThreadHead
  /** Whether no prompt has been sent to it yet. */
  isFresh: boolean
  faults: ReadonlyMap<string, string>
}

/** Manages a thread's mode and config options: applies the person's changes in order and sets up new sessions. */
export class ThreadOptions {
  /** Holds the first prompt of a session that lacks the person's choices. */
  readonly gate: ChoiceGate
  readonly #options: ThreadOptionsOptions
  readonly #changes = new ChangeQueue()
  #storedOffered: string | undefined
  #setup: SessionSetup | undefined
  /** Values that the person accepted for lost choices, by option id. These don't permit acting without asking. */
  readonly #accepted = new Map<string, string | boolean | undefined>()
  readonly #setter: SessionSetter

  constructor(options: ThreadOptionsOptions) {
    this.#options = options
    this.#setter = new SessionSetter(options)
    this.gate = new ChoiceGate({
      status: options.status,
      lost: () => this.#findLost(),
      unasked: () => this.#findUnasked(),
      reapply: () => this.#reapply(),
      accept: lost => this.#accept(lost),
    })
  }

  /**
   * Resolves when pending changes are done and the session has the person's choices or they accepted it as it is.
   * Rejects if the agent refuses a pending choice.
   */
  async ready(): Promise<void> {
    const { status } = this.#options
    const isSeen = this.#changes.isChoosing && status.activity.state === 'ready'
    if (isSeen)
      status.dispatch({ type: 'starting', step: 'options' })
    await this.#changes.settled().finally(() => isSeen && status.dispatch({ type: 'settled' }))
    await this.gate.pass()
  }

  /** Called when a prompt is sent. Later changes by the agent belong to its turn and are shown there. */
  startTurn(): void {
    if (this.#setup)
      this.#setup.isFresh = false
  }

  /** Called with each update of the agent. */
  updated(update: SessionUpdate): void {
    if (this.#setter.updated(update))
      this.gate.recheck()
  }

  /**
   * Called when a session was created or resumed. Applies the person's choices in this thread, or else the defaults.
   */
  opened(session: LiveSession, before: ThreadHead): void {
    const setup = this.#setup = { session, before, isFresh: true, faults: new Map<string, string>() }
    this.#applyChoices(setup, () => this.#restoreDefaults(setup))
      .catch(error => this.#options.report(error, 'setting the options of a session'))
  }

  async setMode(modeId: string): Promise<void> {
    const session = await this.#options.attach()
    await this.#changes.runChoice(async () => {
      await this.#setter.setMode(session, modeId)
      this.#requireMode(modeId)
    })
    this.#recordChoice({ value: modeId })
  }

  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    const session = await this.#options.attach()
    await this.#changes.runChoice(async () => {
      await this.#setter.setOption(session, configId, value)
      if (this.#setter.head().configOptions?.find(isModeOption)?.id === configId)
        this.#requireMode(String(value))
    })
    this.#recordChoice({ configId, value })
  }

  /** Stores the person's answer about acting without asking, for this agent in this folder. */
  async answerUnaskedStart(start: UnaskedStart, isAllowed: boolean): Promise<void> {
    const { configId, value, valueName, instead } = start
    if (!this.#setup || !this.#findUnasked().some(shown => isSameStart(shown, start)) || (!isAllowed && !instead)) {
      this.gate.recheck()
      throw new HostError('invalid_params', 'The agent has changed what it is set to. Look at it once more.')
    }
    const { session } = this.#setup
    if (!isAllowed)
      await this.#changes.run(() => this.#setInstead(session, start, instead!.value))
    const { store } = this.#options
    store.saveUnaskedAnswer(this.#place(), { configId, value, valueName, ...!isAllowed && { instead: instead!.value } })
    this.gate.recheck()
  }

  /** Stores the agent's modes, options and commands, to show them in the next thread while the agent starts. */
  storeOffered(): void {
    const { modes, configOptions, commands, promptCapabilities } = this.#setter.head()
    const options = { modes, configOptions, ...commands.length > 0 && { commands }, promptCapabilities }
    const offered = JSON.stringify(options)
    if (offered === this.#storedOffered || offered === '{}')
      return
    try {
      this.#options.store.saveAgentOptions(this.#options.agent.agentId, options)
      this.#storedOffered = offered
    }
    catch (error) {
      this.#options.report(error, 'storing the options of an agent') // the next session offers them again
    }
  }

  /** Applies the person's choices after `prepare`. Shows this step until the session's state is known. */
  async #applyChoices(setup: SessionSetup, prepare = () => Promise.resolve()): Promise<void> {
    const { log, status, quietMs = defaultQuietMs } = this.#options
    const { chosenMode, choices = {} } = setup.before
    const hasChosen = chosenMode !== undefined || Object.keys(choices).length > 0
    if (hasChosen)
      status.dispatch({ type: 'starting', step: 'options' })
    try {
      await this.#changes.run(async () => {
        await prepare()
        if (!hasChosen)
          return
        const session = this.#setter.settersFor(setup.session)
        setup.faults = await applyChoices({ session, before: setup.before, log })
        await setTimeout(quietMs)
      })
    }
    finally {
      if (hasChosen && this.#setup === setup)
        status.dispatch({ type: 'settled' })
      this.storeOffered()
    }
  }

  /** Restores earlier values that the person did not choose explicitly, and applies defaults. */
  async #restoreDefaults({ session, before }: SessionSetup): Promise<void> {
    const { log, agent } = this.#options
    const preferences = this.#options.preferences()
    const { choices = {}, chosenMode } = before
    const isUnset = ({ change, isMode }: SavedChoice): boolean =>
      isMode
        ? chosenMode === undefined && preferences.default_mode === undefined
        : change.kind === 'option'
          && !Object.hasOwn(choices, change.configId)
          && !Object.hasOwn(preferences.default_config_options ?? {}, change.configId)
    const settable = this.#setter.settersFor(session)
    const saved = findSavedChoices(before, session).filter(isUnset)
    await restoreChoices({ choices: saved, log, setOption: settable.setOption })
    const faults = await applyDefaults({
      preferences: chosenMode === undefined ? preferences : { ...preferences, default_mode: undefined },
      session: settable,
      isChosen: option => Object.hasOwn(choices, option.id),
    })
    if (faults.length > 0 && session.connection.exit === undefined) {
      log.addNoticeOnce({
        title: `Not every default of ${agent.agentName} could be set`,
        description: faults.join('\n'),
      })
    }
    await this.#keepAsking(session)
  }

  /** Sets the asking mode again if the person wants that in this folder. */
  async #keepAsking(session: LiveSession): Promise<void> {
    for (const start of this.#findUnasked()) {
      const instead = this.#findAnswer(start)?.instead
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

  async #reapply(): Promise<void> {
    if (this.#setup)
      await this.#applyChoices(this.#setup)
  }

  #findLost(): LostChoice[] {
    if (!this.#setup?.isFresh)
      return []
    const { session, before, faults } = this.#setup
    const acceptedMode = this.#setter.acceptedMode(session)
    return findLostChoices({ head: this.#setter.head(), before, acceptedMode, faults })
  }

  /**
   * Finds settings by which the agent acts without asking and that the person did not choose in the thread, in the
   * defaults or for the folder.
   */
  #findUnasked(): UnaskedStart[] {
    if (!this.#setup?.isFresh)
      return []
    const head = this.#setter.head()
    const { default_mode: mode, default_config_options: options = {} } = this.#options.preferences()
    const modeOption = head.configOptions?.find(isModeOption)
    return findUnaskedStarts(head, this.#options.knownModes?.()).filter((start) => {
      const { configId, value } = start
      const isMode = configId === undefined || configId === modeOption?.id
      const words = [
        this.#accepted.get(isMode ? '' : configId) === value
          ? undefined
          : isMode
            ? head.chosenMode
            : head.choices?.[configId],
        isMode ? mode : undefined,
        configId === undefined ? undefined : options[configId],
      ]
      const answer = this.#findAnswer(start)
      return !words.includes(value) && (answer === undefined || answer.instead !== undefined)
    })
  }

  /** Finds the person's answer about exactly this value, by id and name. */
  #findAnswer({ configId, value, valueName }: UnaskedStart): UnaskedAnswer | undefined {
    const answer = this.#options.store.readUnaskedAnswer(this.#place(), configId)
    return answer?.value === value && answer.valueName === valueName ? answer : undefined
  }

  #place(): TrustScope {
    const { agentId, folder, scratch } = this.#options.agent
    return { agentId, folder: scratch ? '' : folder }
  }

  #accept(lost: readonly LostChoice[]): void {
    for (const { configId, now } of lost) {
      this.#accepted.set(configId ?? '', now?.value)
      this.#recordChoice({ configId, value: now?.value })
    }
  }

  #requireMode(modeId: string): void {
    const now = getCurrentMode(this.#setter.head())
    if (now !== undefined && now !== modeId)
      throw new HostError('agent_failed', `The agent didn’t switch: it says it is in "${now}".`)
  }

  /** Records the person's choice in this thread, which windows show before the call returns. */
  #recordChoice(choice: { readonly configId?: string, readonly value?: string | boolean }): void {
    this.#options.log.add({ type: 'choice', ...choice })
    this.#options.log.flush()
    this.storeOffered()
    this.gate.recheck()
  }
}

function isSameStart(one: UnaskedStart, other: UnaskedStart): boolean {
  return one.configId === other.configId && one.value === other.value && one.valueName === other.valueName
    && one.instead?.value === other.instead?.value
}
