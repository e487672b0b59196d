import type { EnvVariable } from '@agentclientprotocol/sdk'
import { ownerVariable } from '../system/process/processTree'

/** Parley's and Electron's own variables, and those that tell of the terminal Parley itself was started from. */
const dropped = /^(?:PARLEY_.*|ELECTRON_.*|NODE_OPTIONS|TMUX|TMUX_PANE|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES)$/i

/** The environment of a command: the person's, what makes a terminal one without pagers, then what the agent asks for. */
export function terminalEnvironment({ base, agentEnv, owner }: {
  base: Readonly<Record<string, string | undefined>>
  agentEnv: readonly EnvVariable[] | undefined
  /** Marks the command and all it starts, so that they can be found when they have to end. */
  owner: string
}): Record<string, string> {
  const environment = Object.fromEntries(
    Object.entries(base).filter((pair): pair is [string, string] => pair[1] !== undefined && !dropped.test(pair[0])),
  )
  return {
    ...environment,
    PAGER: '',
    GIT_PAGER: 'cat',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    ...Object.fromEntries((agentEnv ?? []).map(({ name, value }) => [name, value])),
    [ownerVariable]: owner,
  }
}
