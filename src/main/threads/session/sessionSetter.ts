import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { SettableSession } from './applyDefaults'
import type { LiveSession } from './session'
import { errorMessage, HostError } from '../../../shared/errors'
import { isModeOption, listValues, withValue } from '../../../shared/thread/options/configOptions'
import { getCurrentMode, listModes, type Offered } from '../../../shared/thread/options/modes'
import { getValueName, listChosenOptions } from './lostChoices'

interface SessionSetterOptions {
  readonly log: ThreadLog
  /** Handles the result of a call to the agent, which may require a sign-in. */
  readonly watch: <T>(session: LiveSession, call: Promise<T>) => Promise<T>
}

/** Sets a session's mode and options. Records the result that the agent reports, or else the requested one. */
export class SessionSetter {
  readonly #options: SessionSetterOptions
  /** Kinds of updates that the agent sent since the last call began. */
  readonly #reported = new Set<SessionUpdate['sessionUpdate']>()
  #accepted: { readonly session: LiveSession, readonly modeId: string } | undefined

  constructor(options: SessionSetterOptions) {
    this.#options = options
  }

  /** Notes an update. Returns whether it concerns the mode or options. */
  updated({ sessionUpdate }: SessionUpdate): boolean {
    if (sessionUpdate !== 'current_mode_update' && sessionUpdate !== 'config_option_update')
      return false
    this.#reported.add(sessionUpdate)
    return true
  }

  /** The agent's current modes and options, including the latest updates. */
  head(): ThreadHead {
    this.#options.log.flush()
    return this.#options.log.transcript.head
  }

  /** The last mode that the session accepted. */
  acceptedMode(session: LiveSession): string | undefined {
    return this.#accepted?.session === session ? this.#accepted.modeId : undefined
  }

  /** The setters of a session. */
  settersFor(session: LiveSession) {
    return {
      head: () => this.head(),
      setOption: (configId: string, value: string | boolean) => this.setOption(session, configId, value),
      setMode: (modeId: string) => this.setMode(session, modeId),
    }
  }

  async setMode(session: LiveSession, modeId: string): Promise<void> {
    this.#reported.clear()
    await this.#options.watch(session, session.connection.calls.setMode(session.sessionId, modeId))
    this.#accepted = { session, modeId }
    // A mode that the agent reports takes precedence.
    if (!this.#reported.has('current_mode_update'))
      this.#options.log.add({ type: 'update', update: { sessionUpdate: 'current_mode_update', currentModeId: modeId } })
  }

  async setOption(session: LiveSession, configId: string, value: string | boolean): Promise<void> {
    const { log } = this.#options
    this.#reported.clear()
    const state = await this.#options
      .watch(session, session.connection.calls.setConfigOption(session.sessionId, configId, value))
      .catch(async (error: unknown) => {
        const modeId = this.#findMode(configId, value)
        if (modeId === undefined || !(error instanceof HostError && error.code === 'unsupported'))
          throw error
        await this.setMode(session, modeId)
        return undefined
      })
    if (!state && this.#reported.has('config_option_update'))
      return
    const configOptions = state?.configOptions ?? withValue(this.head().configOptions ?? [], configId, value)
    log.add({ type: 'update', update: { sessionUpdate: 'config_option_update', configOptions } })
  }

  /** Returns the mode for a value of the mode option, for agents that offer modes both ways. */
  #findMode(configId: string, value: string | boolean): string | undefined {
    const { configOptions, modes } = this.head()
    const isMode = configOptions?.some(option => option.id === configId && isModeOption(option))
    return isMode ? modes?.availableModes.find(({ id }) => id === value)?.id : undefined
  }
}

/** Setting one option can make another available, so all are set twice. */
const rounds = 2

/**
 * Applies all of the person's choices, the mode last, because changing the model may reset it. Sets the mode even if
 * the agent reports it already: some agents report one mode and start in another. Returns why choices could not be set,
 * by option id (`''` for the mode).
 */
export async function applyChoices({ session, before, log }: {
  session: Omit<SettableSession, 'head'> & { readonly head: () => ThreadHead }
  before: Offered
  log: ThreadLog
}): Promise<Map<string, string>> {
  const faults = new Map<string, string>()
  const attempt = async (
    key: string,
    { name, valueName, isNews }: ChoiceNotice,
    act: () => Promise<void>,
  ): Promise<void> => {
    try {
      await act()
      if (isNews)
        log.add({ type: 'notice', severity: 'info', title: `${name} is set to "${valueName}" again, as you chose` })
    }
    catch (error) {
      faults.set(key, errorMessage(error))
      log.add({
        type: 'notice',
        severity: 'warning',
        title: `${name} could not be set to "${valueName}" again`,
        description: errorMessage(error),
      })
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const [id, value] of listChosenOptions(session.head()).filter(([id]) => !faults.has(id))) {
      const option = (session.head().configOptions ?? before.configOptions)?.find(option => option.id === id)
      if (!option || (session.head().configOptions && option.currentValue === value))
        continue
      if (option.type === 'select' && !listValues(option).some(choice => choice.value === value))
        continue
      const said = { name: option.name, valueName: getValueName(option, value), isNews: true }
      await attempt(id, said, () => session.setOption(id, value))
    }
  }
  const { chosenMode } = session.head()
  if (chosenMode === undefined)
    return faults
  const offered = listModes(session.head()).length > 0 ? session.head() : before
  const mode = listModes(offered).find(({ id }) => id === chosenMode)
  const modeOption = offered.configOptions?.find(isModeOption)
  if (mode) {
    const said = {
      name: modeOption?.name ?? 'Mode',
      valueName: mode.name,
      isNews: getCurrentMode(session.head()) !== chosenMode,
    }
    await attempt(
      '',
      said,
      () => modeOption ? session.setOption(modeOption.id, chosenMode) : session.setMode(chosenMode),
    )
  }
  return faults
}

/** A choice in a notice. */
interface ChoiceNotice {
  readonly name: string
  readonly valueName: string
  /** Whether the session had another value. */
  readonly isNews: boolean
}

/** Runs a session's changes in order, because each response has all values and the last one must win. */
export class ChangeQueue {
  #last: Promise<unknown> = Promise.resolve()
  /** The person's own pending changes. */
  readonly #chosen = new Set<Promise<unknown>>()

  get isChoosing(): boolean {
    return this.#chosen.size > 0
  }

  /** Runs a change after earlier ones, whether those succeeded or failed. */
  run<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change)
    this.#last = done.catch(() => undefined) // the caller gets the error
    return done
  }

  /** Runs one of the person's own changes. */
  async runChoice(change: () => Promise<void>): Promise<void> {
    const done = this.run(change)
    this.#chosen.add(done)
    await done.finally(() => this.#chosen.delete(done))
  }

  /**
   * Resolves when all changes are done. Rejects if one of the person's failed, because the waiting prompt was meant for
   * the mode just chosen.
   */
  async settled(): Promise<void> {
    const chosen = Promise.allSettled(this.#chosen)
    await this.#last
    const refused = (await chosen).find(({ status }) => status === 'rejected')
    if (refused?.status === 'rejected') {
      throw new HostError('agent_failed', `The agent is not set as you chose: ${errorMessage(refused.reason)}`, {
        cause: refused.reason,
      })
    }
  }
}
