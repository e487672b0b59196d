import { lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { credentialPlaces } from '../../shared/files/secretNames'
import { isWithin } from '../../shared/paths'

/** Places below the home folder with credentials, cookies and histories of programs and agents; folders and files. */
const inHome = [
  ...credentialPlaces,
  '.docker',
  '.colima',
  '.lima',
  '.rd',
  '.terraform.d',
  '.yarnrc.yml', // its tokens; in a project it only says how Yarn works there
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
/** Only someone who is root could read them anyway. */
const ofSystem = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh',
  '/etc/ssl/private',
  '/var/lib/docker',
  '/var/lib/containerd',
  '/var/lib/kubelet',
  // Access to their sockets means root access.
  '/var/lib/incus',
  '/var/lib/lxd',
  '/var/snap/lxd',
  '/mnt/wslg',
]

/** Settings of programs, which fail where they may not read them, and continue where nothing is in them. */
export const settingsWithSecrets = new RegExp(`/(?:${[
  '\\.npmrc|\\.yarnrc(?:\\.ya?ml)?|pip\\.conf|\\.condarc|\\.bundle/config|gradle\\.properties',
  '\\.[Rr]environ|\\.curlrc|\\.wgetrc|\\.netrc|\\.hgrc',
].join('|')})$`)

/** The real paths of those that exist, the outermost alone. `dataFolder` is Parley's own. */
export function secretPlaces({ home, dataFolder }: { home: string | undefined, dataFolder: string }): {
  hiddenFolders: string[]
  hiddenFiles: string[]
} {
  const found = [dataFolder, ...ofSystem, ...(home ? inHome.map(name => join(home, name)) : [])].flatMap(placeAt)
  const isHiddenAnyway = (path: string): boolean =>
    found.some(other => other.isFolder && other.path !== path && isWithin(path, other.path, process.platform))
  const places = found.filter(({ path }) => !isHiddenAnyway(path))
  return {
    hiddenFolders: places.filter(({ isFolder }) => isFolder).map(({ path }) => path),
    hiddenFiles: places.filter(({ isFolder }) => !isFolder).map(({ path }) => path),
  }
}

function placeAt(name: string): { path: string, isFolder: boolean }[] {
  try {
    const path = realpathSync(name)
    return [{ path, isFolder: lstatSync(path).isDirectory() }]
  }
  catch {
    return [] // missing, or as unreachable for the command as it is for Parley
  }
}

/** Parts of the names of variables that hold secrets. */
const secretVariable
  = /token|secret|passw|passphrase|credential|(?:_|api|access|private)_?key$|api_?key|access_?key|private_?key|_(?:pat|dsn|auth)$/i

/** Variables that lead to programs with secrets: key agents, the desktop, containers. */
const leadingVariable = new RegExp(`^(?:${[
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

/** An address with a password in it, such as a database's. */
const hasPassword = /^[a-z][\w+.-]*:\/\/[^/\s@:]*:[^/\s@]+@/i
/** Kept even with a password: without it there is no network although the person allowed it. */
const proxy = /_proxy$/i

/** The environment of a sandboxed command: without variables that hold secrets or lead to them. */
export function withoutSecrets(environment: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) =>
        !secretVariable.test(name) && !leadingVariable.test(name) && !(hasPassword.test(value ?? '') && !proxy.test(name)),
    ),
  )
}

/** A key of settings that means a secret. */
const secretKey = /token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|auth|extraheader|dsn/i
/** A value that is none, or is taken from elsewhere. */
const openValue = /^["']?(?:$|[,;}\])]|\$\{?\w|%\w+%|(?:true|false|null)\b)/
const wellKnown = new RegExp([
  '-----BEGIN [A-Z ]{0,20}PRIVATE KEY',
  '://[^\\s/@:]{0,200}:[^\\s/@]{1,200}@|https?://[^\\s/@:]{12,200}@',
  '\\b(?:gh[opsu]_|github_pat_|glpat-|npm_|sk-|xox[abprs]-|AKIA|ASIA|AIza|hf_|pypi-|dop_v1_)[\\w-]{12}',
  '\\beyJ[\\w-]{10,2000}\\.[\\w-]{10}',
].join('|'))
/** The key that ends before a `=` or `:`. */
const keyBefore = 80

/** Whether a file that projects are built with holds a secret now. What is no text, or cannot be read, may. */
export function holdsToken(text: string | undefined): boolean {
  return text === undefined || wellKnown.test(text) || text.split('\n').some(assignsSecret)
}

function assignsSecret(line: string): boolean {
  for (const { index } of line.matchAll(/[=:]/g)) {
    const key = line.slice(Math.max(0, index - keyBefore), index)
    if (secretKey.test(key) && !openValue.test(line.slice(index + 1).replace(/^[=:>\s]+/, '')))
      return true
  }
  return false
}
