const codeFolders = new Set(['.git', '.hg', '.svn', '.vscode', '.idea', '.cursor', '.claude', '.codex', '.gemini', '.husky', '.devcontainer'])
const codeFolderPairs = new Set(['.github/workflows', 'node_modules/.bin'])
const codeFiles = new Set([
  '.envrc', '.mcp.json', '.gitmodules', '.gitconfig', '.npmrc',
  '.bashrc', '.bash_profile', '.zshrc', '.zprofile', '.profile',
  'agents.md', 'claude.md', 'gemini.md',
])
const codeFilePattern = /^\.yarnrc|\.code-workspace$/
const secretPattern = /^\.env|\.pem$|\.key$|^id_[^.]+$|^\.netrc$|^\.git-credentials$/

/**
 * True where the person is asked first: writing what runs or steers programs later, reading what commonly holds secrets.
 * `path` is relative to the workspace folder, or a workspace that lies in `.claude` would be protected as a whole.
 */
export function isProtected(path: string, access: 'read' | 'write'): boolean {
  const names = path.split(/[/\\]/).filter(name => name !== '' && name !== '.').map(foldName)
  const last = names.at(-1)
  if (last === undefined)
    return false
  if (secretPattern.test(last))
    return true
  if (access === 'read')
    return false
  return codeFiles.has(last)
    || codeFilePattern.test(last)
    || names.some((name, index) => codeFolders.has(name) || codeFolderPairs.has(`${name}/${names[index + 1] ?? ''}`))
}

/** A name as the most forgiving file system would take it: `.GIT`, `.git.` and `.g<zero width>it` are all `.git`. */
function foldName(name: string): string {
  return name.normalize('NFKD').replace(/[\p{Cf}\p{M}\p{Cc}]/gu, '').replace(/(?:(?<=.)[. ])+$/u, '').toLowerCase()
}
