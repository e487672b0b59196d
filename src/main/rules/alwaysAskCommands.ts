/** Commands that always need permission, regardless of rules and remembered answers. */
interface AlwaysAskCommand {
  readonly names: RegExp
  /** Matched against the joined arguments. For git, global options come last. */
  readonly words?: RegExp
  readonly why: string
}

/** To add a command, add a row. */
export const alwaysAskCommands: readonly AlwaysAskCommand[] = [
  { names: /^(?:sudo|doas|su|pkexec|run0|runas|gsudo|nsenter)$/, why: 'it asks for more rights' },
  {
    names: /^(?:docker|podman|nerdctl)$/,
    words: /(?:^| )(?:run|create|exec|compose) (?:.* )?(?:-v\S*|--vol\S*|--mo\S*|--privileged|--pid\S*|--device\S*|--cap-add\S*)(?: |$)/,
    why: 'it asks for more rights',
  },
  {
    names: /^(?:eval|source|\.|trap|alias|enable|hash|complete|bind|mapfile|readarray|let|shopt)$/,
    why: 'it changes what later commands mean',
  },
  // The shell evaluates subscripts in these builtins, even within quotes: `a[$(x)]`.
  {
    names: /^(?:read|unset|printf|test|\[|declare|typeset|local|export|readonly|wait|getopts)$/,
    words: /\$\(|`/,
    why: 'it holds a command within a word',
  },
  { names: /^(?:dd|mkfs(?:\..*)?|fdisk|parted|wipefs|shred|mkswap|diskutil|format)$/, why: 'it overwrites disks' },
  { names: /^(?:shutdown|reboot|halt|poweroff|init|telinit)$/, why: 'it ends the system' },
  { names: /^kill$/, words: /(?:^|.* )-\S+ (?:-- )?-1(?: |$)/, why: 'it ends every program of yours' },
  {
    names: /^(?:crontab|at|batch|systemctl|launchctl|schtasks|visudo|chsh|passwd|usermod|useradd)$/,
    why: 'it changes what runs later, or who may',
  },
  {
    names: /^git$/,
    words: /(?:^| )push (?:.* )?(?:-[A-Zabceg-z]*[df][A-Za-z]*|--for\S*|--m\S*|--de\S*|--pru\S*|\+\S+|:\S+)(?: |$)/,
    why: 'it rewrites or deletes what others may have',
  },
  // git accepts abbreviated long options.
  {
    names: /^git$/,
    words: /(?:^| )(?:-c\S*|--conf\S*|--ex(?:[e=]\S*)?|--up(?:[l=]\S*)?|--rece\S*|--te(?:[m=]\S*)?)(?: |$)/,
    why: 'it changes what git runs',
  },
  {
    names: /^git$/,
    words: /(?:^| )(?:--git-dir\S*|--smtp\S*|--sendmail\S*)(?: |$)|^config |^clone (?:.* )?-u/,
    why: 'it changes what git runs',
  },
  {
    names: /^git$/,
    words: /(?:^| )(?:rebase (?:.* )?(?:-x\S*|--e\S*)|bisect run|submodule foreach)(?: |$)/,
    why: 'it lets git run another command',
  },
  {
    names: /^git$/,
    words: /(?:^| )(?:grep (?:.* )?(?:-O\S*|--op\S*)|(?:difftool|mergetool) (?:.* )?(?:-x\S*|--ext\S*)|\S*ext::\S*)(?: |$)/,
    why: 'it lets git run another command',
  },
  {
    names: /^git$/,
    words: /^(?:hook|instaweb|send-email|daemon|maintenance|filter-branch|filter-repo)/,
    why: 'it lets git run another command',
  },
  {
    names: /^git$/,
    words: /(?:^| )(?:reset (?:.* )?--ha\S*|clean (?:.* )?-\S*[fx]|reflog (?:expire|delete))(?: |$)/,
    why: 'it throws away work',
  },
  {
    names: /^git$/,
    words: /^(?:checkout|switch) (?:.* )?(?:--|\.|-[^\sf]*f\S*|--disc\S*)(?: |$)/,
    why: 'it throws away work',
  },
  { names: /^git$/, words: /^restore (?!(?:--staged|-S) )|^restore .*(?:--w|-[^\s-]*W)/, why: 'it throws away work' },
  {
    names: /^git$/,
    words: /^stash (?:drop|clear)|^branch (?:.* )?(?:-\S*D|--delete .*--force)|^worktree remove (?:.* )?(?:-f|--force)/,
    why: 'it throws away work',
  },
  {
    names: /^(?:npm|pnpm|yarn|cargo|gem|twine|poetry|uv|bun|vsce)$/,
    words: /^(?:publish|push|upload|unpublish|login|owner|token)(?: |$)/,
    why: 'it publishes to others',
  },
  { names: /^gh$/, words: /(?:^| )(?:delete|auth|secret|ssh-key|api)(?: |$)/, why: 'it acts for you elsewhere' },
]

/** git's global options that take a separate value. */
const gitOptionsWithWord = new Set(['-C', '--git-dir', '--work-tree', '--namespace', '--super-prefix'])

/** Joins a command's arguments for matching. Moves git's global options behind the subcommand and its arguments. */
export function joinWordsForMatching(name: string, words: readonly string[]): string {
  if (name !== 'git')
    return words.join(' ')
  let at = 0
  while (words[at]?.startsWith('-'))
    at += gitOptionsWithWord.has(words[at]!) ? 2 : 1
  return [...words.slice(at), ...words.slice(0, at)].join(' ')
}
