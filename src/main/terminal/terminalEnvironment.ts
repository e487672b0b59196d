import type { EnvVariable } from '@agentclientprotocol/sdk'
import { inheritedEnvironment } from '../system/environment/inheritedEnvironment'
import { ownerVariable } from '../system/process/processTree'

/** Variables that describe the terminal that Parley was started from. */
const outerTerminal = /^(?:TMUX|TMUX_PANE|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES)$/i

/** The environment of a command: the person's, variables for a terminal without pagers, then the agent's. */
export function terminalEnvironment({ base, agentEnv, owner }: {
  base: Readonly<Record<string, string | undefined>>
  agentEnv: readonly EnvVariable[] | undefined
  /** Marks the command's processes, so that they can be found and ended. */
  owner: string
}): Record<string, string> {
  return {
    ...inheritedEnvironment(base, outerTerminal),
    PAGER: '',
    GIT_PAGER: 'cat',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    ...Object.fromEntries((agentEnv ?? []).map(({ name, value }) => [name, value])),
    [ownerVariable]: owner,
  }
}
