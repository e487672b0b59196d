import { listPolicyPaths, type PlaceRule, type SandboxPolicy } from './sandboxPolicy'

/** A command to start on POSIX. */
export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
}

interface BubblewrapOptions {
  readonly bubblewrap: string
  readonly policy: SandboxPolicy
  readonly cwd: string
  readonly forwardsSigterm: boolean
  readonly filter?: string | undefined
  readonly blank?: string | undefined
}

/** Maximum size of a command's temporary folder, which is in memory. */
const maxTemporaryBytes = 1024 * 1024 * 1024

/**
 * Wraps a command in bubblewrap: separate user, process and (depending on the policy) network namespaces, no
 * capabilities, a file system that is read-only except for the policy's folders, a private `/tmp`, and in `/run` only
 * the name server's file. `forwardsSigterm` makes bubblewrap ignore SIGTERM, so that the command handles it, and
 * requires an `env` with `--default-signal`. `filter`: path of a seccomp filter, which bubblewrap needs as an open
 * descriptor. `blank`: path of an empty file.
 */
export function wrapInBubblewrap(
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
      ...createBubblewrapArguments(policy, blank),
      '--chdir',
      cwd,
      '--',
      ...forwardsSigterm ? ['env', '--default-signal=TERM', '--'] : [],
      file,
      ...args,
    ],
  }
}

function createBubblewrapArguments(policy: SandboxPolicy, blank: string | undefined): string[] {
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
    // Read-only mounts do not prevent connecting to sockets of other programs.
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
    ...createMounts(listPolicyPaths(policy), blank),
  ]
}

/** Makes empty folders read-only last, because deeper paths may need mount points in them. */
function createMounts(places: ReturnType<typeof listPolicyPaths>, blank: string | undefined): string[] {
  const empty = places.filter(({ rule }) => rule === 'hidden folder' || rule === 'empty')
  const all = places.flatMap(({ path, rule }) => mount(path, rule, blank))
  return [...all, ...empty.flatMap(({ path }) => ['--remount-ro', path])]
}

function mount(path: string, rule: PlaceRule, blank = '/dev/null'): string[] {
  switch (rule) {
    case 'writable': return ['--bind', path, path]
    case 'pinned': return ['--bind-try', path, path] // a mount point cannot be moved
    case 'fixed': return ['--ro-bind-try', path, path] // it may have been removed since the scan
    case 'hidden folder':
    case 'empty': return ['--tmpfs', path]
    // Devices can't be opened in the sandbox, so the file is unreadable.
    case 'hidden file': return ['--ro-bind', '/dev/null', path]
    case 'blank file': return ['--ro-bind', blank, path]
  }
}
