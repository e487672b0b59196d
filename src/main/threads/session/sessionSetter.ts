import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { LiveSession } from './session'
import { HostError } from '../../../shared/errors'
import { isModeOption, withValue } from '../../../shared/thread/options/configOptions'

/** What a `SessionSetter` needs. */
export interface SessionSetterOptions {
  readonly log: ThreadLog
  /** Passes on the result of a call to the agent, which may ask for a sign-in. */
  readonly watch: <T>(session: LiveSession, call: Promise<T>) => Promise<T>
}

/** Sets a session's mode and options, and records the outcome: what the agent says, or else what it was asked for. */
export class SessionSetter {
  readonly #options: SessionSetterOptions
  /** What the agent reported by itself since the last call began. */
  readonly #reported = new Set<SessionUpdate['sessionUpdate']>()
  #taken: { readonly session: LiveSession, readonly modeId: string } | undefined

  constructor(options: SessionSetterOptions) {
    this.#options = options
  }

  /** The agent sent this by itself. Returns whether it is about its mode or options. */
  updated({ sessionUpdate }: SessionUpdate): boolean {
    if (sessionUpdate !== 'current_mode_update' && sessionUpdate !== 'config_option_update')
      return false
    this.#reported.add(sessionUpdate)
    return true
  }

  /** What the agent offers now, with the updates that came a moment ago. */
  head(): ThreadHead {
    this.#options.log.flush()
    return this.#options.log.transcript.head
  }

  /** The last mode that the session consented to. */
  takenMode(session: LiveSession): string | undefined {
    return this.#taken?.session === session ? this.#taken.modeId : undefined
  }

  /** The setter of one session. */
  of(session: LiveSession) {
    return {
      head: () => this.head(),
      setOption: (configId: string, value: string | boolean) => this.setOption(session, configId, value),
      setMode: (modeId: string) => this.setMode(session, modeId),
    }
  }

  async setMode(session: LiveSession, modeId: string): Promise<void> {
    this.#reported.clear()
    await this.#options.watch(session, session.connection.calls.setMode(session.sessionId, modeId))
    this.#taken = { session, modeId }
    // What the agent says of itself counts for more than its consent.
    if (!this.#reported.has('current_mode_update'))
      this.#options.log.add({ type: 'update', update: { sessionUpdate: 'current_mode_update', currentModeId: modeId } })
  }

  async setOption(session: LiveSession, configId: string, value: string | boolean): Promise<void> {
    const { log } = this.#options
    this.#reported.clear()
    const state = await this.#options
      .watch(session, session.connection.calls.setConfigOption(session.sessionId, configId, value))
      .catch(async (error: unknown) => {
        const modeId = this.#asMode(configId, value)
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

  /** The mode that this value of the mode option means, for an agent that offers modes both ways. */
  #asMode(configId: string, value: string | boolean): string | undefined {
    const { configOptions, modes } = this.head()
    const isMode = configOptions?.some(option => option.id === configId && isModeOption(option))
    return isMode ? modes?.availableModes.find(({ id }) => id === value)?.id : undefined
  }
}
