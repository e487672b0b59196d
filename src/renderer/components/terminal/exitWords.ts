import type { TerminalState } from './useTerminal'

/** How a command stands, in words. */
export function exitWords({ state, exit }: Pick<TerminalState, 'state' | 'exit'>): string {
  if (state === 'running')
    return 'running'
  const how = exit?.signal
    ? `signal ${exit.signal}`
    : exit?.exitCode === undefined || exit.exitCode === null
      ? ''
      : `exit code ${exit.exitCode}`
  if (state === 'killed')
    return how ? `killed, ${how}` : 'killed'
  return how || 'ended'
}
