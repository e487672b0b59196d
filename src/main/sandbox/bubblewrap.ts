import { type PlaceRule, placesOf, type SandboxPolicy } from './sandboxPolicy'

/** What is started, as `startLine` gives it on POSIX. */
export interface CommandLine {
  readonly file: string
  readonly args: readonly string[]
}

/** How much a command may put into its temporary folder, which is memory. */
const mostTemporaryBytes = 1024 * 1024 * 1024

/**
 * Puts a command into bubblewrap: user, process and (where said) network namespaces of its own, no rights, the file system read-only
 * but for what the policy names, a private `/tmp`, nothing of `/run` but the name server.
 * `politely`: bubblewrap itself passes over SIGTERM and lets the command decide; its `env` must know `--default-signal`.
 */
export function bubblewrapLine(
  { file, args }: CommandLine,
  { bubblewrap, policy, cwd, politely }: { bubblewrap: string, policy: SandboxPolicy, cwd: string, politely: boolean },
): CommandLine {
  const inside = [bubblewrap, ...bubblewrapArguments(policy), '--chdir', cwd, '--']
  return politely
    ? { file: '/bin/sh', args: ['-c', 'trap "" TERM; exec "$@"', 'sh', ...inside, 'env', '--default-signal=TERM', '--', file, ...args] }
    : { file: bubblewrap, args: [...inside.slice(1), file, ...args] }
}

function bubblewrapArguments(policy: SandboxPolicy): string[] {
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
    // Sockets of other programs are no less open for lying in a read-only folder.
    '--tmpfs',
    '/run',
    ...(policy.resolver === undefined ? [] : ['--ro-bind-try', policy.resolver, policy.resolver]),
    '--ro-bind-try',
    '/run/current-system',
    '/run/current-system',
    '--size',
    String(mostTemporaryBytes),
    '--tmpfs',
    '/tmp',
    '--size',
    String(mostTemporaryBytes),
    '--tmpfs',
    '/var/tmp',
    ...placesOf(policy).flatMap(({ path, rule }) => mount(path, rule)),
  ]
}

function mount(path: string, rule: PlaceRule): string[] {
  switch (rule) {
    case 'writable': return ['--bind', path, path]
    case 'fixed': return ['--ro-bind-try', path, path] // it may have gone since it was looked for
    case 'hidden folder':
    case 'empty': return ['--tmpfs', path, '--remount-ro', path]
    // A device that may not be opened there, so nothing is read.
    case 'hidden file': return ['--ro-bind', '/dev/null', path]
  }
}
