import { type PlaceRule, policyPlaces, type SandboxPolicy } from './sandboxPolicy'

/** A command to start, as `startLine` gives it on POSIX. */
export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
}

/** How a command is wrapped. */
interface BubblewrapOptions {
  readonly bubblewrap: string
  readonly policy: SandboxPolicy
  readonly cwd: string
  readonly forwardsSigterm: boolean
  readonly filter?: string | undefined
  readonly blank?: string | undefined
}

/** How much a command may put into its temporary folder, which is memory. */
const maxTemporaryBytes = 1024 * 1024 * 1024

/**
 * Wraps a command in bubblewrap: its own user, process and (if the policy says so) network namespaces, no capabilities,
 * a file system that is read-only except for the policy's folders, a private `/tmp`, and only the name server of
 * `/run`.
 * `forwardsSigterm`: bubblewrap ignores SIGTERM and leaves it to the command; needs an `env` with `--default-signal`.
 * `filter`: a file with the filter of system calls, which bubblewrap wants open. `blank`: an empty file.
 */
export function bubblewrapLine(
  { file, args }: CommandLine,
  { bubblewrap, policy, cwd, forwardsSigterm, filter, blank }: BubblewrapOptions,
): CommandLine {
  const script = `${forwardsSigterm ? 'trap "" TERM; ' : ''}exec "$@"${filter === undefined ? '' : ' 9<"$0"'}`
  return {
    file: '/bin/sh',
    args: [
      '-c',
      script,
      filter ?? 'sh',
      bubblewrap,
      ...filter === undefined ? [] : ['--seccomp', '9'],
      ...bubblewrapArguments(policy, blank),
      '--chdir',
      cwd,
      '--',
      ...forwardsSigterm ? ['env', '--default-signal=TERM', '--'] : [],
      file,
      ...args,
    ],
  }
}

function bubblewrapArguments(policy: SandboxPolicy, blank: string | undefined): string[] {
  return [
    '--unshare-user',
    '--disable-userns',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    ...(policy.network ? [] : ['--unshare-net']),
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    // Sockets of other programs stay open even in a read-only folder.
    '--tmpfs',
    '/run',
    ...(policy.resolver === undefined ? [] : ['--ro-bind-try', policy.resolver, policy.resolver]),
    '--ro-bind-try',
    '/run/current-system',
    '/run/current-system',
    '--size',
    String(maxTemporaryBytes),
    '--tmpfs',
    '/tmp',
    '--size',
    String(maxTemporaryBytes),
    '--tmpfs',
    '/var/tmp',
    ...mounts(policyPlaces(policy), blank),
  ]
}

/** Empty folders become read-only at the end: a deeper place may need a folder in them, to be mounted on. */
function mounts(places: ReturnType<typeof policyPlaces>, blank: string | undefined): string[] {
  const empty = places.filter(({ rule }) => rule === 'hidden folder' || rule === 'empty')
  const all = places.flatMap(({ path, rule }) => mount(path, rule, blank))
  return [...all, ...empty.flatMap(({ path }) => ['--remount-ro', path])]
}

function mount(path: string, rule: PlaceRule, blank = '/dev/null'): string[] {
  switch (rule) {
    case 'writable': return ['--bind', path, path]
    case 'pinned': return ['--bind-try', path, path] // what is a mount cannot be moved
    case 'fixed': return ['--ro-bind-try', path, path] // it may have disappeared since the search
    case 'hidden folder':
    case 'empty': return ['--tmpfs', path]
    // Devices cannot be opened there, so nothing is read.
    case 'hidden file': return ['--ro-bind', '/dev/null', path]
    case 'blank file': return ['--ro-bind', blank, path]
  }
}
