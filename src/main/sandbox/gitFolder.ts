/** Folders of a git folder that hold data only. */
const dataFolders: ReadonlySet<string> = new Set(['objects', 'refs', 'reftable', 'logs', 'lfs', 'rr-cache'])
/** Folders with git folders of their own, which are looked at one by one. */
const nestingFolders: ReadonlySet<string> = new Set(['worktrees', 'modules'])
/** Index, references, messages, and the locks with which git replaces them. */
const dataFiles = [
  /^[A-Z_]*(?:HEAD|MSG|MODE|MERGE_RR|AUTO_MERGE)$/,
  /^(?:BISECT|NOTES_MERGE)_[A-Z_]+$/,
  /^(?:shared|next-)?index[\w.-]*$/,
  /^(?:packed-refs(?:\.new)?|shallow|gc\.pid|gc\.log)$/,
  /^[\w.-]+\.lock$/,
]

/** As the content of `commondir`: the git folder itself. */
export const ownCommonFolder = '.\n'

/** The placeholder for a missing file, so that no command makes one: it means the same to git as none. */
export interface Placeholder {
  readonly path: string
  readonly text: string
}

/**
 * Whether a folder with these names is a git folder, whatever it is called: a repository's, a submodule's or a
 * worktree's.
 */
export function isGitFolder(names: ReadonlySet<string>): boolean {
  return names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

/**
 * Whether a command may change this entry of a git folder. Everything else can make git run programs: hooks,
 * configuration, the folders that a repository shares, the steps of an unfinished rebase.
 */
export function isGitData(name: string): boolean {
  return dataFolders.has(name) || nestingFolders.has(name) || dataFiles.some(pattern => pattern.test(name))
}

/** Names that must not appear in a git folder with these names, with the text that means the same to git as no file. */
export function missingGitFiles(names: ReadonlySet<string>): { name: string, text: string }[] {
  const isWorktree = names.has('gitdir') && names.has('commondir')
  const shared = [{ name: 'commondir', text: ownCommonFolder }, { name: 'config', text: '' }]
  const files = [{ name: 'config.worktree', text: '' }, ...(isWorktree ? [] : shared)]
  return files.filter(({ name }) => !names.has(name))
}

/** Whether git looks for hooks there and there are none yet. */
export function lacksHooks(names: ReadonlySet<string>): boolean {
  return !names.has('hooks') && !names.has('gitdir')
}

/**
 * Files and folders that a git configuration takes instructions from; as written, relative to the working tree or the
 * git folder.
 */
export function placesNamedInConfig(text: string): string[] {
  const values = [...text.matchAll(/^\s*(?:\[[^\]\n]*\]\s*)?(?:hookspath|path|attributesfile|fsmonitor)\s*=\s*"?([^"\n#;]+)/gim)]
  return values.map(([, value]) => value!.trim()).filter(value => value !== '' && !/^(?:true|false|~.*)$/i.test(value))
}
