import type { Word } from '../../../rules/shell/word'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isShell } from '../../../../shared/text/interpreters'
import { candidates } from '../../../rules/matchCommand'
import { commandName } from '../../../rules/shell/word'
import { plainTextOf } from '../../../system/readPlainFile'

/** Commands by which a line changes what the stars after it stand for; `shopt` and what runs other code are asked about anyway. */
const setsOptions = /^(?:set|setopt|unsetopt|emulate|options.*)$/
/** bash's and zsh's names for it. */
const hiddenOption = /dotglob|glob_?dots/i
const startFiles = ['.bashrc', '.bash_profile', '.bash_login', '.profile', '.zshenv', '.zprofile', '.zshrc', '.zlogin']

/**
 * Whether a star in these commands surely stands for no hidden names. A shell leaves them out unless an option says otherwise: in the line,
 * in the environment, or in the files by which a person's shells start.
 */
export function starsSkipHidden(
  parts: readonly (readonly Word[])[],
  { home = homedir(), env = process.env }: { home?: string, env?: Readonly<Record<string, string | undefined>> } = {},
): boolean {
  if (process.platform === 'win32' || !parts.flat().some(({ isPattern }) => isPattern))
    return false
  const names = parts.flatMap(candidates).map(words => commandName(words[0]))
  if (names.some(name => setsOptions.test(name) || isShell(name)) || env.GLOBIGNORE || env.BASH_ENV || env.BASHOPTS)
    return false
  return [home, env.ZDOTDIR ?? home].every(folder => startFiles.every(name => !hiddenOption.test(plainTextOf(join(folder, name)) ?? '')))
}
