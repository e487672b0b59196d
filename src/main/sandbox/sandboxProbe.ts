import type { SandboxAvailability } from '../../shared/settings/sandbox'
import type { SandboxPolicy } from './sandboxPolicy'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { bubblewrapLine } from './bubblewrap'

/** By what commands can be put into a sandbox here; or why they cannot. */
export type SandboxTool
  = | { readonly kind: 'bubblewrap', readonly path: string, readonly politely: boolean }
    | { readonly kind: 'seatbelt' }
    | { readonly kind: 'none', readonly why: string, readonly how: string }

/** Where systems keep it; never where the person's or an agent's PATH leads. */
const bubblewrapPaths = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap']
const probeMs = 10_000

/** Looks for the sandbox of this system by running a command in it: whether it is installed says little of whether it may run. */
export async function findSandboxTool(): Promise<SandboxTool> {
  switch (process.platform) {
    case 'linux': {
      const path = bubblewrapPaths.find(path => existsSync(path))
      return path === undefined
        ? {
            kind: 'none',
            why: 'Bubblewrap is not installed.',
            how: 'Install the package "bubblewrap", such as with: sudo apt install bubblewrap',
          }
        : probe(path)
    }
    case 'darwin':
      return existsSync('/usr/bin/sandbox-exec')
        ? { kind: 'seatbelt' }
        : { kind: 'none', why: 'This macOS has no sandbox-exec.', how: 'There is no other sandbox that Parley knows of here.' }
    default:
      return {
        kind: 'none',
        why: 'Parley has no sandbox for commands on this system.',
        how: process.platform === 'win32' ? 'Run Parley in WSL, where Linux has one.' : 'Use it on Linux or macOS.',
      }
  }
}

export function availabilityOf(tool: SandboxTool): SandboxAvailability {
  return tool.kind === 'none' ? { works: false, why: tool.why, how: tool.how } : { works: true }
}

async function probe(bubblewrap: string): Promise<SandboxTool> {
  const policy: SandboxPolicy = {
    writable: [],
    hiddenFolders: [],
    hiddenFiles: [],
    protectedPlaces: { fixed: [], pinned: [], empty: [] },
    network: false,
  }
  const run = async (politely: boolean): Promise<string> => {
    const { file, args } = bubblewrapLine(
      { file: '/bin/sh', args: ['-c', 'echo inside; : > /parley-probe'] },
      { bubblewrap, policy, cwd: '/', politely },
    )
    const { stdout } = await promisify(execFile)(file, args, {
      timeout: probeMs,
      killSignal: 'SIGKILL',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    })
    return stdout
  }
  for (const politely of [true, false]) {
    const outcome = await run(politely).then(
      () => ({ said: 'inside', fault: 'it let a command write outside' }),
      (error: { stdout?: string, stderr?: string, message: string }) => ({
        said: (error.stdout ?? '').trim(),
        fault: error.stderr ?? error.message,
      }),
    )
    // The write has to fail: a sandbox that lets it pass is none.
    if (outcome.said === 'inside' && /Read-only file system/i.test(outcome.fault))
      return { kind: 'bubblewrap', path: bubblewrap, politely }
    if (!politely)
      return { kind: 'none', ...wordsFor(outcome.fault) }
  }
  throw new Error('one of the two tries answers')
}

/** What a failing bubblewrap says, in words that help. */
export function wordsFor(fault: string): { why: string, how: string } {
  const said = fault.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  if (/unknown option/i.test(fault))
    return { why: `Bubblewrap is too old (${said}).`, how: 'Update the package "bubblewrap" to 0.8 or newer.' }
  if (/mount(?:ing)? proc|newroot\/proc/i.test(fault)) {
    return {
      why: `Bubblewrap may not show a process list of its own (${said}).`,
      how: 'In a container, start that with the right to do so (Docker: --security-opt systempaths=unconfined), or run Parley outside.',
    }
  }
  if (/namespace|uid map|gid map|Operation not permitted|No permissions|loopback/i.test(fault)) {
    return {
      why: `This system does not let programs make namespaces (${said}).`,
      how: 'Ubuntu 24.04 and newer need an AppArmor profile for bwrap; elsewhere look at the sysctl kernel.unprivileged_userns_clone and user.max_user_namespaces. In a container, allow it where that is started.',
    }
  }
  return { why: `Bubblewrap does not work here: ${said}`, how: 'Try it in a terminal: bwrap --ro-bind / / true' }
}
