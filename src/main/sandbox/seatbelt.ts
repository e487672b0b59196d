import type { CommandLine } from './bubblewrap'
import { listPolicyPaths, type PlaceRule, type SandboxPolicy } from './sandboxPolicy'

/** Lower-case names that must not be written below writable folders, whether or not they exist. */
interface GuardedNames {
  readonly folders: Iterable<string>
  readonly files: Iterable<string>
}

/** macOS services that let a program escape its sandbox: the keychain, the clipboard, launching other programs. */
const deniedServices = [
  'com.apple.SecurityServer',
  'com.apple.securityd',
  'com.apple.securityd.xpc',
  'com.apple.secd',
  'com.apple.pasteboard.1',
  'com.apple.coreservices.launchservicesd',
  'com.apple.coreservices.appleevents',
  'com.apple.lsd.mapdb',
  'com.apple.lsd.modifydb',
  'com.apple.lsd.open',
  'com.apple.tccd',
  'com.apple.tccd.system',
  'com.apple.screencapture.interactive',
]

const writableDevices = [
  '(literal "/dev/null")',
  '(literal "/dev/zero")',
  '(literal "/dev/tty")',
  '(literal "/dev/dtracehelper")',
  '(literal "/dev/ptmx")',
  '(regex #"^/dev/ttys[0-9]+$")',
  '(subpath "/dev/fd")',
]

/** Wraps a command in macOS's sandbox. */
export function wrapInSeatbelt({ file, args }: CommandLine, profile: string): CommandLine {
  return { file: '/usr/bin/sandbox-exec', args: ['-p', profile, file, ...args] }
}

/**
 * Generates the profile for a policy. Later rules override earlier ones. `temporary` is the command's private folder.
 */
export function createSeatbeltProfile(
  policy: SandboxPolicy,
  { temporary, guardedNames }: { temporary: string, guardedNames: GuardedNames },
): string {
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* ${writableDevices.join(' ')})`,
    ...listPolicyPaths(policy).map(({ path, rule }) => toProfileRule(path, rule)),
    ...policy.writable.flatMap(folder => createNameRules(folder, guardedNames)),
    `(allow file-read* file-write* (subpath ${quote(temporary)}))`,
    '(deny file-write-setugid)', // a set-uid file runs with the rights of its owner
    `(deny mach-lookup ${deniedServices.map(service => `(global-name ${quote(service)})`).join(' ')})`,
    '(deny appleevent-send)',
    '(deny lsopen)',
    ...(policy.network ? ['(deny network-outbound (literal "/private/var/run/docker.sock"))'] : ['(deny network*)']),
    '',
  ].join('\n')
}

function toProfileRule(path: string, rule: PlaceRule): string {
  switch (rule) {
    case 'writable': return `(allow file-read* file-write* (subpath ${quote(path)}))`
    case 'pinned': return `(deny file-write-unlink (literal ${quote(path)}))`
    case 'fixed':
    case 'empty': return `(deny file-write* (subpath ${quote(path)}))`
    case 'hidden folder': return `(deny file-read* file-write* (subpath ${quote(path)}))`
    case 'hidden file':
    case 'blank file': return `(deny file-read* file-write* (literal ${quote(path)}))`
  }
}

function createNameRules(folder: string, { folders, files }: GuardedNames): string[] {
  const below = `^${escapeRegex(folder === '/' ? '' : folder)}/(.*/)?`
  const guardedFolders = [...folders].filter(name => name !== '.git').map(toAnyCase)
  const git = `${below}${toAnyCase('.git')}`
  return [
    `(deny file-write* (regex #"${below}(${guardedFolders.join('|')})(/.*)?$"))`,
    `(deny file-write* (regex #"${below}(${[...files].map(toAnyCase).join('|')})$"))`,
    // Keeps only data writable, for commits. The folder must not be moved, because it could then be replaced.
    `(deny file-write* (regex #"${git}/.*$"))`,
    `(allow file-write* (regex #"${git}/(objects|refs|logs|lfs|rr-cache)(/.*)?$"))`,
    `(allow file-write* (regex #"${git}/(index|packed-refs|shallow|[A-Z_]*HEAD|[A-Z_]*MSG|(MERGE|BISECT)_[A-Z]+|AUTO_MERGE)$"))`,
    `(allow file-write* (regex #"${git}/[A-Za-z._-]+\\.(lock|new)$"))`,
    `(deny file-write-unlink (regex #"${git}$"))`,
  ]
}

/** Matches any case, because the volume ignores case but patterns don't. */
function toAnyCase(name: string): string {
  return [...name]
    .map(character => /[a-z]/.test(character) ? `[${character}${character.toUpperCase()}]` : escapeRegex(character))
    .join('')
}

function escapeRegex(path: string): string {
  return path.replace(/[\\^$.*+?()[\]{}|"]/g, character => character === '"' ? '.' : `\\${character}`)
}

/** Quotes a string for the profile language. */
function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, character => `\\${character}`)}"`
}
