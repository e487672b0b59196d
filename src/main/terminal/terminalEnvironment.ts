import type { EnvVariable } from '@agentclientprotocol/sdk'
import { inheritedEnvironment } from '../system/environment/inheritedEnvironment'
import { ownerVariable } from '../system/process/processTree'

/** They describe the terminal that Parley itself was started from. */
const outerTerminal = /^(?:TMUX|TMUX_PANE|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES)$/i

/** The environment of a command: the person's, what a terminal without pagers needs, then what the agent asks for. */
export function terminalEnvironment({ base, agentEnv, owner }: {
  base: Readonly<Record<string, string | undefined>>
  agentEnv: readonly EnvVariable[] | undefined
  /** Marks the command and all that it starts, so that they can be found when they have to end. */
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
