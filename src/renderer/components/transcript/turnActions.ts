import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { RunningCommand } from '../../../shared/contract/terminalView'
import { inject, type InjectionKey, provide } from 'vue'

/** Actions on a turn of a thread that can continue. */
export interface TurnActions {
  /** Sends this message to the agent. Errors are shown in the thread. */
  send(content: readonly ContentBlock[]): Promise<void>
  /** Sends another message instead of a prompt in a new thread, and opens that thread. Returns whether it succeeded. */
  resend(promptId: string, content: readonly ContentBlock[]): Promise<boolean>
  /** Whether the agent offers this slash command. */
  hasCommand(name: string): boolean
  continueElsewhere(): void
  /** Whether the sign-in card already explains this turn's end. */
  isSignInShownFor(entryId: string): boolean
  /** The thread's running commands. */
  runningCommands(): readonly RunningCommand[]
  /** Ends one of Parley's commands. */
  endCommand(terminalId: string): void
  /** Ends the agent with all of its processes. */
  endAgent(): void
}

const turnActionsKey: InjectionKey<TurnActions> = Symbol('turnActions')

/** Provides the actions to descendants. */
export function provideTurnActions(actions: TurnActions): void {
  provide(turnActionsKey, actions)
}

/** Returns the actions, or `undefined` in a replayed thread. */
export function useTurnActions(): TurnActions | undefined {
  return inject(turnActionsKey, undefined)
}
