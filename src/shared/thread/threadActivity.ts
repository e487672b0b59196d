import type { AuthMethod } from '@agentclientprotocol/sdk'
import type { ChoicesLost } from './heldPrompt'
import type { CommandChanged } from './trustedCommand'

/** How far a start is; at `options`, the session is open and the person's choices are being set again. */
export type StartStep = 'process' | 'initialize' | 'session' | 'options'

/** What a thread is doing. Times are milliseconds since 1970. */
export type ThreadActivity
  /** No agent runs for it; the next prompt starts one. */
  = | { readonly state: 'asleep' }
    | CommandChanged
    | ChoicesLost
    | { readonly state: 'starting', readonly since: number, readonly step: StartStep }
    | { readonly state: 'ready' }
    | { readonly state: 'working', readonly since: number, readonly lastUpdateAt: number }
    | { readonly state: 'cancelling', readonly since: number }
  /** `canRetry`: the agent ran, but opened no session. */
    | { readonly state: 'stopped', readonly message: string, readonly details?: string, readonly canRetry?: true }
    | {
      readonly state: 'sign-in'
      readonly message: string
      readonly methods: readonly AuthMethod[]
      readonly attempt?: SignInAttempt
      /** The prompt that the agent refused because of it. */
      readonly refusedPromptId?: string
    }

/** A running sign-in, or the last one if it failed. */
export interface SignInAttempt {
  readonly methodId: string
  /** Its terminal, if it has one, which stays readable. */
  readonly terminalId?: string
  /** Why it failed; absent while it runs. */
  readonly failure?: string
}
