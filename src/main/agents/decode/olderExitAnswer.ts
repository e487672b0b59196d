import type { WaitForTerminalExitResponse } from '@agentclientprotocol/sdk'

/** How a command ended, in the fields of today's protocol and of an older draft. */
export type OlderExitAnswer = WaitForTerminalExitResponse & {
  readonly exitStatus: { readonly type: 'exited', readonly code: number } | { readonly type: 'killed' }
}

/**
 * The answer to `terminal/waitForExit`, the older name of `terminal/wait_for_exit`. Agents that miss `exitStatus` in it consider the
 * terminal broken, and some run the command a second time themselves.
 */
export function olderExitAnswer(exit: WaitForTerminalExitResponse): OlderExitAnswer {
  return {
    ...exit,
    exitStatus: typeof exit.exitCode === 'number' && !exit.signal ? { type: 'exited', code: exit.exitCode } : { type: 'killed' },
  }
}
