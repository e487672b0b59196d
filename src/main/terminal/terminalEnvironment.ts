import type { EnvVariable } from '@agentclientprotocol/sdk'
import { createChildEnvironment } from '../system/environment/inheritedEnvironment'
import { ownerVariable } from '../system/process/processTree'

/** Variables of the terminal in which Parley was started. */
const outerTerminal = /^(?:TMUX|TMUX_PANE|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES)$/i

/** A command's environment: the person's, defaults for a terminal without pagers, then the agent's variables. */
export function createTerminalEnvironment({ base, agentEnv, owner }: {
  base: Readonly<Record<string, string | undefined>>
  agentEnv: readonly EnvVariable[] | undefined
  /** Marks the command and its descendants, so that they can be found and killed. */
  owner: string
}): Record<string, string> {
  return {
    ...createChildEnvironment(base, outerTerminal),
    PAGER: '',
    GIT_PAGER: 'cat',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    ...Object.fromEntries((agentEnv ?? []).map(({ name, value }) => [name, value])),
    [ownerVariable]: owner,
  }
}
