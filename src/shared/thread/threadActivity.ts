import type { AuthMethod } from '@agentclientprotocol/sdk'
import type { ChoicesLost } from './heldPrompt'
import type { CommandChanged } from './trustedCommand'

/** The progress of a start. At `options` the session is open, and the person's choices are being applied. */
export type StartStep = 'process' | 'initialize' | 'session' | 'options'

/** A thread's current activity. Times are milliseconds since 1970. */
export type ThreadActivity
  /** No agent is running; the next prompt starts one. */
  = | { readonly state: 'asleep' }
    | CommandChanged
    | ChoicesLost
    | { readonly state: 'starting', readonly since: number, readonly step: StartStep }
    | { readonly state: 'ready' }
    | { readonly state: 'working', readonly since: number, readonly lastUpdateAt: number }
    | { readonly state: 'cancelling', readonly since: number }
    | StoppedAgent
    | {
      readonly state: 'sign-in'
      readonly message: string
      readonly methods: readonly AuthMethod[]
      readonly attempt?: SignInAttempt
      /** The prompt that the agent rejected because it requires a sign-in. */
      readonly refusedPromptId?: string
    }

/** An agent that stopped on its own or could not be used. */
interface StoppedAgent {
  readonly state: 'stopped'
  readonly message: string
  readonly details?: string | undefined
  /** Set if a retry may succeed: the agent started but opened no session, or is remote and was not reached. */
  readonly canRetry?: true | undefined
  /** The connection to a remote agent broke. */
  readonly isBrokenOff?: true | undefined
}

/** The running sign-in, or the last one if it failed. */
export interface SignInAttempt {
  readonly methodId: string
  /** Its terminal, if any; stays readable afterwards. */
  readonly terminalId?: string
  /** Why it failed; absent while it runs. */
  readonly failure?: string
}
