import type { AgentPreferences } from '../../shared/settings/settings'
import type { ThreadHead } from '../../shared/thread/transcript'
import type { ThreadStore } from '../store/threadStore'
import type { Report } from '../system/report'
import type { ThreadLog } from './log/threadLog'
import type { LiveSession } from './session/session'
import { HostError } from '../../shared/errors'
import { isModeOption, withValue } from '../../shared/thread/configOptions'
import { applyDefaults } from './session/applyDefaults'
import { restoreChoices, savedChoices } from './session/savedChoices'

/** What `ThreadOptions` needs. */
export interface ThreadOptionsOptions {
  readonly agent: { readonly agentId: string, readonly agentName: string }
  readonly log: ThreadLog
  readonly store: ThreadStore
  readonly preferences: () => AgentPreferences
  readonly attach: () => Promise<LiveSession>
  /** Passes on the result of a call to the agent, which may ask for a sign-in. */
  readonly watch: <T>(session: LiveSession, call: Promise<T>) => Promise<T>
  readonly report: Report
}

/** A thread's mode and config options: the person's changes, in order, and what a session begins with. */
export class ThreadOptions {
  readonly #options: ThreadOptionsOptions
  /** Changes go out one after another: each answer is the whole list, and the last one must win. */
  #last: Promise<unknown> = Promise.resolve()
  #remembered: string | undefined

  constructor(options: ThreadOptionsOptions) {
    this.#options = options
  }

  /** Resolves once everything that is being set is set. */
  async settled(): Promise<void> {
    await this.#last
  }

  /** A session was begun or resumed: it gets what the person chose in this thread, otherwise the agent's defaults. */
  opened(session: LiveSession, before: ThreadHead): void {
    this.#inOrder(() => this.#settle(session, before)).catch(error => this.#options.report(error, 'setting the options of a session'))
  }

  async setMode(modeId: string): Promise<void> {
    const session = await this.#options.attach()
    await this.#inOrder(() => this.#setMode(session, modeId))
    this.#changed({ value: modeId })
  }

  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    const session = await this.#options.attach()
    await this.#inOrder(() => this.#setOption(session, configId, value))
    this.#changed({ configId, value })
  }

  /** Stores what the agent offers, for the next thread that waits for it to start. */
  remember(): void {
    const { modes, configOptions } = this.#readHead()
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

  /** What the agent offers now, with the updates that came a moment ago. */
  #readHead(): ThreadHead {
    this.#options.log.flush()
    return this.#options.log.transcript.head
  }

  async #settle(session: LiveSession, before: ThreadHead): Promise<void> {
    const { log, agent } = this.#options
    const preferences = this.#options.preferences()
    const choices = before.choices ?? {}
    const hasDefaultMode = preferences.default_mode !== undefined
    const hasDefault = (configId: string): boolean =>
      Object.hasOwn(preferences.default_config_options ?? {}, configId) && !Object.hasOwn(choices, configId)
    await restoreChoices({
      choices: savedChoices(before, session).filter(
        ({ change, isMode }) => !(isMode && hasDefaultMode) && !(change.kind === 'option' && hasDefault(change.configId)),
      ),
      log,
      setOption: (configId, value) => this.#setOption(session, configId, value),
    })
    const faults = await applyDefaults({
      preferences,
      session: {
        head: () => this.#readHead(),
        setOption: (configId, value) => this.#setOption(session, configId, value),
        setMode: modeId => this.#setMode(session, modeId),
      },
      isChosen: option => !isModeOption(option) && Object.hasOwn(choices, option.id),
    })
    if (faults.length > 0 && session.connection.exit === undefined)
      log.addNoticeOnce({ title: `Not every default of ${agent.agentName} could be set`, description: faults.join('\n') })
    this.remember()
  }

  async #setMode(session: LiveSession, modeId: string): Promise<void> {
    await this.#options.watch(session, session.connection.calls.setMode(session.sessionId, modeId))
    this.#options.log.add({ type: 'update', update: { sessionUpdate: 'current_mode_update', currentModeId: modeId } })
  }

  async #setOption(session: LiveSession, configId: string, value: string | boolean): Promise<void> {
    const { log } = this.#options
    const state = await this.#options
      .watch(session, session.connection.calls.setConfigOption(session.sessionId, configId, value))
      .catch(async (error: unknown) => {
        const modeId = this.#asMode(configId, value)
        if (modeId === undefined || !(error instanceof HostError && error.code === 'unsupported'))
          throw error
        await this.#setMode(session, modeId)
        return undefined
      })
    const configOptions = state?.configOptions ?? withValue(this.#readHead().configOptions ?? [], configId, value)
    log.add({ type: 'update', update: { sessionUpdate: 'config_option_update', configOptions } })
  }

  /** The mode that this value of the mode option means, for an agent that offers modes both ways. */
  #asMode(configId: string, value: string | boolean): string | undefined {
    const { configOptions, modes } = this.#readHead()
    const isMode = configOptions?.some(option => option.id === configId && isModeOption(option))
    return isMode ? modes?.availableModes.find(({ id }) => id === value)?.id : undefined
  }

  /** The person has chosen: the choice holds for this thread, and is shown before the call is answered. */
  #changed(choice: { readonly configId?: string, readonly value: string | boolean }): void {
    this.#options.log.add({ type: 'choice', ...choice })
    this.#options.log.flush()
    this.remember()
  }

  #inOrder<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change)
    this.#last = done.catch(() => undefined) // its caller gets the error
    return done
  }
}
