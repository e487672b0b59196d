import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { RunningCommand } from '../../../shared/contract/terminalView'
import { inject, type InjectionKey, provide } from 'vue'

/** What a person can do about a turn, where its thread can continue. */
export interface TurnActions {
  /** Sends this message to the agent. What fails is shown in the thread. */
  send(content: readonly ContentBlock[]): Promise<void>
  /**
   * Sends another message in place of that prompt, in a thread of its own, and shows it. Answers whether it was done.
   */
  resend(promptId: string, content: readonly ContentBlock[]): Promise<boolean>
  /** Whether the agent offers this slash command. */
  hasCommand(name: string): boolean
  continueElsewhere(): void
  /** The thread's commands that run now. */
  runningCommands(): readonly RunningCommand[]
  /** Ends a command that Parley runs. */
  endCommand(terminalId: string): void
  /** Ends the agent with everything that it runs. */
  endAgent(): void
}

const turnActionsKey: InjectionKey<TurnActions> = Symbol('turnActions')

/** Offers them below every turn. */
export function provideTurnActions(actions: TurnActions): void {
  provide(turnActionsKey, actions)
}

/** `undefined` where a thread is only played back. */
export function useTurnActions(): TurnActions | undefined {
  return inject(turnActionsKey, undefined)
}
