import { lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { credentialPaths } from '../../shared/files/secretNames'
import { isWithin } from '../../shared/paths'

/** Folders and files in the home folder with credentials, cookies and histories of programs and agents. */
const homePlaces = [
  ...credentialPaths,
  '.docker',
  '.colima',
  '.lima',
  '.rd',
  '.terraform.d',
  '.yarnrc.yml', // contains tokens in the home folder, but only settings in a project
  '.config/1Password',
  '.config/Bitwarden',
  '.Xauthority',
  '.ICEauthority',
  '.claude',
  '.claude.json',
  '.codex',
  '.gemini',
  '.qwen',
  '.kimi',
  '.config/opencode',
  '.local/share/opencode',
  '.copilot',
  '.cursor',
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/Signal',
  '.config/Slack',
  '.config/discord',
  'snap/firefox',
  '.var/app',
  '.bash_history',
  '.zsh_history',
  '.local/share/fish/fish_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.lesshst',
  '.viminfo',
  'Library/Keychains',
  'Library/Cookies',
  'Library/Mail',
  'Library/Messages',
  'Library/Safari',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Firefox',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Microsoft Edge',
  'Library/Application Support/com.apple.TCC',
  'Library/Group Containers',
  'Library/Containers',
]
/** System places, which are otherwise readable only by root. */
const systemPlaces = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh',
  '/etc/ssl/private',
  '/var/lib/docker',
  '/var/lib/containerd',
  '/var/lib/kubelet',
  // Access to these sockets is equivalent to root access.
  '/var/lib/incus',
  '/var/lib/lxd',
  '/var/snap/lxd',
  '/mnt/wslg',
]

/** Settings of programs that fail if they cannot read them, but accept an empty file. */
export const settingsWithSecrets = new RegExp(`/(?:${[
  '\\.npmrc|\\.yarnrc(?:\\.ya?ml)?|pip\\.conf|\\.condarc|\\.bundle/config|gradle\\.properties',
  '\\.[Rr]environ|\\.curlrc|\\.wgetrc|\\.netrc|\\.hgrc',
].join('|')})$`)

/** Real paths of existing secret places, outermost only. `dataFolder` is Parley's data folder. */
export function findSecretPaths({ home, dataFolder }: { home: string | undefined, dataFolder: string }): {
  hiddenFolders: string[]
  hiddenFiles: string[]
} {
  const found = [
    dataFolder,
    ...systemPlaces,
    ...(home ? homePlaces.map(name => join(home, name)) : []),
  ].flatMap(resolvePlace)
  const isInHiddenFolder = (path: string): boolean =>
    found.some(other => other.isFolder && other.path !== path && isWithin(path, other.path, process.platform))
  const places = found.filter(({ path }) => !isInHiddenFolder(path))
  return {
    hiddenFolders: places.filter(({ isFolder }) => isFolder).map(({ path }) => path),
    hiddenFiles: places.filter(({ isFolder }) => !isFolder).map(({ path }) => path),
  }
}

function resolvePlace(name: string): { path: string, isFolder: boolean }[] {
  try {
    const path = realpathSync(name)
    return [{ path, isFolder: lstatSync(path).isDirectory() }]
  }
  catch {
    return [] // missing, or inaccessible to Parley and thus to the command
  }
}

/** Matches names of variables that hold secrets. */
const secretVariable
  = /token|secret|passw|passphrase|credential|(?:_|api|access|private)_?key$|api_?key|access_?key|private_?key|_(?:pat|dsn|auth)$/i

/** Variables that give access to programs with secrets: key agents, the desktop, containers. */
const accessVariable = new RegExp(`^(?:${[
  'GIT_ASKPASS',
  'SSH_ASKPASS',
  'VSCODE_\\w*IPC\\w*',
  'TMUX',
  'STY',
  'WSL_INTEROP',
  'SSH_AUTH_SOCK',
  'SSH_AGENT_PID',
  'GPG_AGENT_INFO',
  'DBUS_\\w+',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DOCKER_HOST',
  'CONTAINER_HOST',
  'KUBECONFIG',
  'NETRC',
].join('|')})$`, 'i')

/** A URL with a password, such as a database's. */
const urlWithPassword = /^[a-z][\w+.-]*:\/\/[^/\s@:]*:[^/\s@]+@/i
/** Kept even with a password, because otherwise network access would not work where it is allowed. */
const proxyVariable = /_proxy$/i

/** Removes variables that hold secrets or give access to them. */
export function removeSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) =>
        !secretVariable.test(name)
        && !accessVariable.test(name)
        && !(urlWithPassword.test(value ?? '') && !proxyVariable.test(name)),
    ),
  )
}

/** A settings key whose value is a secret. */
const secretKey = /token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|auth|extraheader|dsn/i
/** A value that is empty or a reference. */
const harmlessValue = /^["']?(?:$|[,;}\])]|\$\{?\w|%\w+%|(?:true|false|null)\b)/
const wellKnown = new RegExp([
  '-----BEGIN [A-Z ]{0,20}PRIVATE KEY',
  '://[^\\s/@:]{0,200}:[^\\s/@]{1,200}@|https?://[^\\s/@:]{12,200}@',
  '\\b(?:gh[opsu]_|github_pat_|glpat-|npm_|sk-|xox[abprs]-|AKIA|ASIA|AIza|hf_|pypi-|dop_v1_)[\\w-]{12}',
  '\\beyJ[\\w-]{10,2000}\\.[\\w-]{10}',
].join('|'))
/** Maximum length of the key before `=` or `:`. */
const maxKeyLength = 80

/** Whether the text of a build file contains a secret. Fails closed: an unreadable file (`undefined`) counts. */
export function holdsToken(text: string | undefined): boolean {
  return text === undefined || wellKnown.test(text) || text.split('\n').some(assignsSecret)
}

function assignsSecret(line: string): boolean {
  for (const { index } of line.matchAll(/[=:]/g)) {
    const key = line.slice(Math.max(0, index - maxKeyLength), index)
    if (secretKey.test(key) && !harmlessValue.test(line.slice(index + 1).replace(/^[=:>\s]+/, '')))
      return true
  }
  return false
}
