/** Subfolders of a git folder that contain only data. */
const dataFolders: ReadonlySet<string> = new Set(['objects', 'refs', 'reftable', 'logs', 'lfs', 'rr-cache'])
/** Subfolders that contain nested git folders, which are scanned separately. */
const nestingFolders: ReadonlySet<string> = new Set(['worktrees', 'modules'])
/** Index, refs, messages, and their lock files. */
const dataFiles = [
  /^[A-Z_]*(?:HEAD|MSG|MODE|MERGE_RR|AUTO_MERGE)$/,
  /^(?:BISECT|NOTES_MERGE)_[A-Z_]+$/,
  /^(?:shared|next-)?index[\w.-]*$/,
  /^(?:packed-refs(?:\.new)?|shallow|gc\.pid|gc\.log)$/,
  /^[\w.-]+\.lock$/,
]

/** The content of `commondir` that refers to the git folder itself. */
export const ownCommonFolder = '.\n'

/** A placeholder for a missing file, so that no command can create the file. Git treats it like a missing file. */
export interface Placeholder {
  readonly path: string
  readonly text: string
}

/** Whether a folder with these entries is the git folder of a repository, a submodule or a worktree. */
export function isGitFolder(names: ReadonlySet<string>): boolean {
  return names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

/**
 * Whether a command may change this entry of a git folder. All other entries can make git run programs: hooks, config,
 * the shared folder, the steps of an unfinished rebase.
 */
export function isGitData(name: string): boolean {
  return dataFolders.has(name) || nestingFolders.has(name) || dataFiles.some(pattern => pattern.test(name))
}

/** Files that must not be created in a git folder with these entries, each with a text equivalent to a missing file. */
export function listMissingGitFiles(names: ReadonlySet<string>): { name: string, text: string }[] {
  const isWorktree = names.has('gitdir') && names.has('commondir')
  const shared = [{ name: 'commondir', text: ownCommonFolder }, { name: 'config', text: '' }]
  const files = [{ name: 'config.worktree', text: '' }, ...(isWorktree ? [] : shared)]
  return files.filter(({ name }) => !names.has(name))
}

/** Whether git would look for hooks in the folder, but has none yet. */
export function lacksHooks(names: ReadonlySet<string>): boolean {
  return !names.has('hooks') && !names.has('gitdir')
}

/**
 * Paths in a git config from which git runs or reads instructions. May be relative to the working tree or git folder.
 */
export function findPathsInConfig(text: string): string[] {
  const values = [...text.matchAll(
    /^\s*(?:\[[^\]\n]*\]\s*)?(?:hookspath|path|attributesfile|fsmonitor)\s*=\s*"?([^"\n#;]+)/gim,
  )]
  return values.map(([, value]) => value!.trim()).filter(value => value !== '' && !/^(?:true|false|~.*)$/i.test(value))
}
