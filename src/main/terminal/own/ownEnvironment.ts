import type { Environment } from '../../system/environment/mergeEnvironment'
import { createChildEnvironment } from '../../system/environment/inheritedEnvironment'
import { ownerVariable } from '../../system/process/processTree'

/**
 * Variables of the terminal or editor in which Parley was started. They would misinform programs about the terminal.
 */
const outerTerminal = new RegExp(`^(?:${[
  'TMUX|TMUX_PANE|STY|WINDOW|WINDOWID|TERMCAP|COLUMNS|LINES',
  'TERM_PROGRAM.*|TERM_SESSION_ID|VTE_VERSION|COLORFGBG|LC_TERMINAL.*',
  'VSCODE_.*|KITTY_.*|ITERM_.*|ALACRITTY_.*|WEZTERM_.*|GHOSTTY_.*|WT_.*|KONSOLE_.*|TERMINAL_EMULATOR',
  'INSIDE_EMACS|NVIM|ZED_TERM',
].join('|')})$`)

/** An editor's askpass program answers in a window that does not exist here. */
const editorAskpass = /[/\\](?:code|vscode|cursor|zed)[^/\\]*[/\\].*askpass/i

/**
 * The environment of one of the person's own shells: that of the login shell. Unlike `createTerminalEnvironment`, it
 * keeps the person's pagers.
 */
export function createOwnEnvironment(base: Environment, { owner }: { owner: string }): Record<string, string> {
  const inherited = Object.entries(createChildEnvironment(base, outerTerminal))
    .filter(([name, value]) => !(name.endsWith('_ASKPASS') && editorAskpass.test(value)))
  return {
    ...Object.fromEntries(inherited),
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'Parley',
    [ownerVariable]: owner,
  }
}
