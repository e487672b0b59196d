import { isRiskyVariable } from '../../shared/riskyVariables'
import { candidates } from './matchCommand'
import { commandName, type Word } from './splitCommand'

/** Commands that no rule and no remembered answer lets pass unasked: their names, the words that make them so, and why. */
const commands: readonly { readonly names: RegExp, readonly words?: RegExp, readonly why: string }[] = [
  { names: /^(?:sudo|doas|su|pkexec|run0|runas|gsudo)$/, why: 'it asks for more rights' },
  { names: /^(?:eval|source|\.|trap|alias|enable|hash)$/, why: 'it changes what later commands mean' },
  { names: /^(?:dd|mkfs(?:\..*)?|fdisk|parted|wipefs|shred|mkswap|diskutil|format)$/, why: 'it overwrites disks' },
  { names: /^(?:shutdown|reboot|halt|poweroff|init|telinit)$/, why: 'it ends the system' },
  { names: /^(?:crontab|at|batch|systemctl|launchctl|schtasks|visudo|chsh|passwd|usermod|useradd)$/, why: 'it changes what runs later, or who may' },
  { names: /^git$/, words: /(?:^| )push (?:.* )?(?:-[a-zA-Z]*[fd][a-zA-Z]*|--for\S*|--m\S*|--de\S*|--pru\S*|\+\S+|:\S+)(?: |$)/, why: 'it rewrites or deletes what others may have' },
  { names: /^git$/, words: /(?:^| )(?:-c|-c\S+|--config-env\S*|--exec-path\S*|--upload-pack\S*|--receive-pack\S*)(?: |$)|^config /, why: 'it changes what git runs' },
  { names: /^git$/, words: /(?:^| )(?:rebase (?:.* )?(?:-x|-x\S+|--e\S*)|bisect run|submodule foreach|grep (?:.* )?(?:-O\S*|--op\S*)|(?:difftool|mergetool) (?:.* )?(?:-x\S*|--ext\S*)|\S*ext::\S*)(?: |$)/, why: 'it lets git run another command' },
  { names: /^git$/, words: /(?:^| )(?:reset (?:.* )?--ha\S*|clean (?:.* )?-\S*[fx]|filter-branch|filter-repo|reflog (?:expire|delete))(?: |$)/, why: 'it throws away work' },
  { names: /^(?:npm|pnpm|yarn|cargo|gem|twine|poetry|uv|bun|vsce)$/, words: /^(?:publish|push|upload|unpublish|login|owner|token)(?: |$)/, why: 'it publishes to others' },
]
const downloads = /^(?:curl|wget|fetch|http|https|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)$/
const interpreters = /^(?:sh|bash|zsh|dash|ksh|fish|tcsh|python[\d.]*|node|deno|bun|perl|ruby|php|pwsh|powershell|iex|invoke-expression|osascript|lua)$/
const recursive = /^(?:-[a-zA-Z]*[rR][a-zA-Z]*|--r\S*)$/ // programs take the beginning of a long word for the whole

/** What the list is asked with besides the commands: the places that must not be wiped, and which names are protected. */
export interface Surroundings {
  readonly home: string | undefined
  readonly folder: string
  readonly isProtected: (path: string) => boolean
}

/** Why these commands are asked about each time, whatever the rules say, or `undefined`. */
export function neverAllowed(parts: readonly (readonly Word[])[], surroundings: Surroundings): string | undefined {
  const all = parts.flatMap(candidates)
  const names = all.map(words => commandName(words[0]))
  if (names.some(name => downloads.test(name)) && names.some(name => interpreters.test(name)))
    return 'it fetches something and can run it'
  const variable = parts.flat().find(({ text }) => isRiskyAssignment(text))
  if (variable)
    return `it sets ${variable.text.split('=')[0]}, which changes what runs`
  for (const words of all) {
    const name = commandName(words[0])
    const rest = words.slice(1).map(({ text }) => text).join(' ')
    const listed = commands.find(entry => entry.names.test(name) && (entry.words?.test(rest) ?? true))
    if (listed)
      return listed.why
    if (name === 'find' && words.some(({ text }) => text === '-delete') && words.slice(1).some(word => /^[^-]/.test(word.text) && isWide(word, surroundings)))
      return 'it can hit the whole home, disk or folder'
    if (/^(?:rm|chmod|chown|chgrp)$/.test(name) && words.some(({ text }) => recursive.test(text)) && words.slice(1).some(word => isWide(word, surroundings)))
      return 'it can hit the whole home, disk or folder'
  }
  const written = parts.flat().find(({ text }) => surroundings.isProtected(text.replace(/^[^=]*=/, '')))
  return written ? `it names ${written.text}, which can change what runs later or holds secrets` : undefined
}

function isRiskyAssignment(text: string): boolean {
  const [, name, value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(text) ?? []
  return name !== undefined && isRiskyVariable({ name, value: value ?? '' })
}

/** A place that is the home, the workspace, or above one of them; or one that only the shell knows. */
function isWide({ text, isExact }: Word, { home, folder }: Surroundings): boolean {
  if (text.startsWith('-'))
    return false
  if (!isExact && /[$`~]/.test(text))
    return true
  const names = text.split('/').filter(name => name !== '' && name !== '.')
  while (/^\.?[*?]+$/.test(names.at(-1) ?? ''))
    names.pop()
  if (names.length === 0 || names.includes('..'))
    return true
  const pattern = isExact ? -1 : names.findIndex(name => /[*?[{]/.test(name))
  if (pattern >= 0 && !text.startsWith('/'))
    return pattern === 0 && /[[{]/.test(names[0]!) // `[!x]*` and `{.,x}`
  // What a pattern stands for is only known to lie below the names before it.
  const path = `/${names.slice(0, pattern < 0 ? undefined : pattern).join('/')}`.toLowerCase()
  const isAbove = (place: string): boolean => place.toLowerCase() === path || `${place.toLowerCase()}/`.startsWith(path === '/' ? path : `${path}/`)
  const isBelowFolder = pattern >= 0 && path === folder.toLowerCase() // as much as the same pattern without the folder before it
  return text.startsWith('/') && !isBelowFolder && (isAbove(folder) || (home !== undefined && isAbove(home)))
}
