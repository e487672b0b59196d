import { isSecretPath } from '../../shared/files/secretNames'

/** Shown instead of the content of a file that usually holds secrets. */
export const secretNotShown = 'Files of this name often hold secrets, so Parley does not show them.'

/** Folders whose files are run or interpreted by programs and agents. */
export const codeFolders: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.vscode',
  '.idea',
  '.zed',
  '.cursor',
  '.claude',
  '.codex',
  '.gemini',
  '.qwen',
  '.kimi',
  '.opencode',
  '.husky',
  '.githooks',
  '.devcontainer',
  '.circleci',
])
const codeFolderPairs: ReadonlySet<string> = new Set(['.github/workflows', '.github/actions', 'node_modules/.bin'])
/** Files that shells, package managers, git and agents interpret. */
export const codeFiles: ReadonlySet<string> = new Set([
  '.envrc',
  '.mcp.json',
  '.gitmodules',
  '.gitconfig',
  '.gitattributes',
  '.npmrc',
  '.pnpmfile.cjs',
  '.mise.toml',
  '.pre-commit-config.yaml',
  '.gitlab-ci.yml',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.profile',
  'agents.md',
  'claude.md',
  'gemini.md',
  'qwen.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  'copilot-instructions.md',
  'opencode.json',
])
/** Folders of package managers, whose files programs load later. */
const installedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  'site-packages',
  'dist-packages',
  '.venv',
  '.tox',
  '.nox',
  '.yarn',
  '.bundle',
])
const installedFiles: ReadonlySet<string> = new Set(['pyvenv.cfg', '.pnp.cjs', '.pnp.loader.mjs'])
const codeFilePattern = /^\.yarnrc|\.code-workspace$/
/** Fast path: almost all names are plain, and only their case needs folding. */
const plainName = /^[\w.-]*\w$/
/** The Windows short name of `.git`: `GIT~1`. */
const shortGit = /^git~\d$/

/**
 * Whether access needs the person's permission: writing files that programs run or interpret, and reading or writing
 * files that usually hold secrets. `path` is relative to the workspace folder; otherwise a whole workspace inside
 * `.claude` would be protected. A `command` may use and change installed packages. A path with a trailing slash is a
 * folder, which does not hold secrets just because its name is `credentials`.
 */
export function isProtected(path: string, access: 'read' | 'write' | 'command'): boolean {
  const names = path.split(/[/\\]/).filter(name => name !== '' && name !== '.').map(foldName)
  const last = names.at(-1)
  if (last === undefined)
    return false
  if (isSecretPath(names.join('/') + (path.endsWith('/') ? '/' : '')))
    return true
  if (access === 'read')
    return false
  if (access === 'write' && (installedFiles.has(last) || names.some(name => installedFolders.has(name))))
    return true
  return codeFiles.has(last)
    || codeFilePattern.test(last)
    || names.some((name, index) => codeFolders.has(name) || codeFolderPairs.has(`${name}/${names[index + 1] ?? ''}`))
}

/** Folds a name like the most lenient file system: `.GIT`, `.git.` and `.g<zero width>it` are all `.git`. */
function foldName(name: string): string {
  if (plainName.test(name))
    return name.toLowerCase()
  const folded = name.normalize('NFKD')
    .replace(/[\p{Cf}\p{M}\p{Cc}]/gu, '')
    .replace(/(?:(?<=.)[. ])+$/u, '')
    .toLowerCase()
  return shortGit.test(folded) ? '.git' : folded
}
