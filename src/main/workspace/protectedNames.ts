import { isSecretPath } from '../../shared/files/secretNames'

/** What a person is told instead of the content of a file whose name says that it holds secrets. */
export const secretNotShown = 'Files of this name often hold secrets, so Parley does not show them.'

/** Folders whose contents are run by programs and agents. */
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
/** Files that shells, package managers, git and agents take instructions from. */
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
/** Where package managers put what programs load later. */
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
/** Of such a name there is nothing to fold but its case: almost all are like that, and trees have many. */
const plainName = /^[\w.-]*\w$/
/** The short name that Windows gives to `.git`: `GIT~1`. */
const shortGit = /^git~\d$/

/**
 * Whether the person is asked first: before writing a file that programs run or take instructions from, and before
 * reading or writing a file that usually holds secrets. `path` is relative to the workspace folder; otherwise all of a
 * workspace inside `.claude` would be protected. A `command` may name what package managers installed, and change it:
 * that is how such programs are run and come to be there. A folder whose path ends in a slash holds no secrets for
 * being called `credentials`.
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

/** The name as the most lenient file system reads it: `.GIT`, `.git.` and `.g<zero width>it` are all `.git`. */
function foldName(name: string): string {
  if (plainName.test(name))
    return name.toLowerCase()
  const folded = name.normalize('NFKD').replace(/[\p{Cf}\p{M}\p{Cc}]/gu, '').replace(/(?:(?<=.)[. ])+$/u, '').toLowerCase()
  return shortGit.test(folded) ? '.git' : folded
}
