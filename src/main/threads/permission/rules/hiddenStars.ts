import type { Word } from '../../../rules/shell/word'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { getSystemCode } from '../../../../shared/errors'
import { isShell } from '../../../../shared/text/interpreters'
import { listCandidates } from '../../../rules/match/matchCommand'
import { getCommandName } from '../../../rules/shell/word'
import { readPlainFile } from '../../../system/readPlainFile'

/** Commands that change how later stars expand. `shopt` and commands that run other code always need approval. */
const setsOptions = /^(?:set|setopt|unsetopt|emulate|options.*)$/
/** The option's names in bash and zsh. */
const hiddenOption = /dotglob|glob_?dots/i
const startFiles = ['.bashrc', '.bash_profile', '.bash_login', '.profile', '.zshenv', '.zprofile', '.zshrc', '.zlogin']
const systemFiles = ['profile', 'bash.bashrc', 'bashrc', 'zshenv', 'zprofile', 'zshrc', 'zsh/zshenv', 'zsh/zprofile', 'zsh/zshrc']

/**
 * Whether stars in these commands skip hidden names. Shells do so unless an option is set in the line, in the
 * environment, or in a startup file of the person or the system.
 */
export function starsSkipHidden(
  parts: readonly (readonly Word[])[],
  { home = homedir(), env = process.env, system = '/etc' }: {
    home?: string
    env?: Readonly<Record<string, string | undefined>>
    system?: string
  } = {},
): boolean {
  if (process.platform === 'win32' || !parts.flat().some(({ isPattern }) => isPattern))
    return false
  const names = parts.flatMap(listCandidates).map(words => getCommandName(words[0]))
  if (names.some(name => setsOptions.test(name) || isShell(name)) || env.GLOBIGNORE || env.BASH_ENV || env.BASHOPTS)
    return false
  const files = [home, env.ZDOTDIR || home].flatMap(folder => startFiles.map(name => join(folder, name)))
  return ![...files, ...systemFiles.map(name => join(system, name))].some(mayShowHidden)
}

/** An unreadable file may set the option. */
function mayShowHidden(file: string): boolean {
  try {
    return hiddenOption.test(readPlainFile(file))
  }
  catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes(getSystemCode(error) ?? '')
  }
}
