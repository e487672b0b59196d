import type { TerminalState } from './follow/useTerminal'
import { readableLine } from '../../text/readableText'

/** How a command stands, in words. */
export function exitWords({ state, exit }: Pick<TerminalState, 'state' | 'exit'>): string {
  if (state === 'running')
    return 'running'
  const how = exit?.signal
    ? `signal ${readableLine(exit.signal, 40)}`
    : exit?.exitCode === undefined || exit.exitCode === null
      ? ''
      : `exit code ${exit.exitCode}`
  if (state === 'killed')
    return how ? `killed, ${how}` : 'killed'
  return how || 'ended'
}
