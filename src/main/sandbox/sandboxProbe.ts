import type { SandboxAvailability } from '../../shared/settings/sandbox'
import type { SandboxPolicy } from './sandboxPolicy'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { wrapInBubblewrap } from './bubblewrap'
import { createSetUidFilter } from './setUidFilter'

/** The sandbox of this platform, or why there is none. */
export type SandboxTool
  = | {
    readonly kind: 'bubblewrap'
    readonly path: string
    readonly forwardsSigterm: boolean
    readonly filter?: string | undefined
    readonly blank?: string
  }
  | { readonly kind: 'seatbelt' }
  | { readonly kind: 'none', readonly why: string, readonly how: string }

/** System paths only; PATH is not searched. */
const bubblewrapPaths = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap']
const probeTimeoutMs = 10_000

/**
 * Finds a working sandbox by running a command in it, because an installed sandbox may not be permitted to run.
 * `folder`: for files that the sandbox needs.
 */
export async function findSandboxTool({ folder }: { folder: string }): Promise<SandboxTool> {
  switch (process.platform) {
    case 'linux': {
      const path = bubblewrapPaths.find(path => existsSync(path))
      return path === undefined
        ? {
            kind: 'none',
            why: 'Bubblewrap is not installed.',
            how: 'Install the package "bubblewrap", such as with: sudo apt install bubblewrap',
          }
        : probe(path, { filterPath: await writeFilter(folder), blank: await writeBlank(folder) })
    }
    case 'darwin':
      return existsSync('/usr/bin/sandbox-exec')
        ? { kind: 'seatbelt' }
        : {
            kind: 'none',
            why: 'This macOS has no sandbox-exec.',
            how: 'Parley supports no other sandbox here. Update macOS.',
          }
    default:
      return {
        kind: 'none',
        why: 'Parley has no sandbox for commands on this system.',
        how: process.platform === 'win32' ? 'Run Parley in WSL.' : 'Run Parley on Linux or macOS.',
      }
  }
}

/** Converts the result for the window. */
export function toAvailability(tool: SandboxTool): SandboxAvailability {
  return tool.kind === 'none' ? { works: false, why: tool.why, how: tool.how } : { works: true }
}

async function probe(
  bubblewrap: string,
  { filterPath, blank }: { filterPath: string | undefined, blank: string },
): Promise<SandboxTool> {
  const policy: SandboxPolicy = {
    writable: [],
    hiddenFolders: [],
    hiddenFiles: [],
    protectedPlaces: { fixed: [], pinned: [], empty: [], missing: [], watched: [], isComplete: true },
    network: false,
  }
  const run = async (forwardsSigterm: boolean, filter: string | undefined): Promise<string> => {
    const { file, args } = wrapInBubblewrap(
      { file: '/bin/sh', args: ['-c', 'echo inside; : > /parley-probe'] },
      { bubblewrap, policy, cwd: '/', forwardsSigterm, filter },
    )
    const { stdout } = await promisify(execFile)(file, args, {
      timeout: probeTimeoutMs,
      killSignal: 'SIGKILL',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    })
    return stdout
  }
  const filters = filterPath === undefined ? [undefined] : [filterPath, undefined] // the kernel may not support seccomp
  const attempts = filters.flatMap(filter => [true, false].map(forwardsSigterm => ({ forwardsSigterm, filter })))
  let fault = ''
  for (const { forwardsSigterm, filter } of attempts) {
    const outcome = await run(forwardsSigterm, filter).then(
      () => ({ stdout: 'inside', fault: 'it let a command write outside' }),
      (error: { stdout?: string, stderr?: string, message: string }) => ({
        stdout: (error.stdout ?? '').trim(),
        fault: error.stderr ?? error.message,
      }),
    )
    fault = outcome.fault
    // The write must fail, or the sandbox does not work.
    if (outcome.stdout === 'inside' && /Read-only file system/i.test(fault))
      return { kind: 'bubblewrap', path: bubblewrap, forwardsSigterm, filter, blank }
  }
  return { kind: 'none', ...findCause(fault) }
}

/** Writes the seccomp filter to a file for bubblewrap; `undefined` if there is none for this architecture. */
async function writeFilter(folder: string): Promise<string | undefined> {
  const bytes = createSetUidFilter(process.arch)
  if (!bytes)
    return undefined
  const path = join(folder, 'sandbox.filter')
  await writeFile(path, bytes, { mode: 0o600 })
  return path
}

/** Writes an empty file, which replaces settings with secrets in the sandbox. */
async function writeBlank(folder: string): Promise<string> {
  const path = join(folder, 'sandbox.blank')
  await writeFile(path, '', { mode: 0o600 })
  return path
}

/** Explains, from its output, why bubblewrap fails and what to do. */
export function findCause(fault: string): { why: string, how: string } {
  const lastLine = fault.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  if (/unknown option/i.test(fault))
    return { why: `Bubblewrap is too old (${lastLine}).`, how: 'Update the package "bubblewrap" to 0.8 or newer.' }
  if (/mount(?:ing)? proc|newroot\/proc/i.test(fault)) {
    return {
      why: `Bubblewrap is not allowed to mount its own /proc (${lastLine}).`,
      how: 'In a container, allow it when starting that (Docker: --security-opt systempaths=unconfined), or run Parley outside.',
    }
  }
  if (/namespace|uid map|gid map|Operation not permitted|No permissions|loopback/i.test(fault)) {
    return {
      why: `This system does not let programs create namespaces (${lastLine}).`,
      how: 'Ubuntu 24.04 and newer need an AppArmor profile for bwrap; on other systems check the sysctls kernel.unprivileged_userns_clone'
        + ' and user.max_user_namespaces. In a container, allow namespaces when starting it.',
    }
  }
  return { why: `Bubblewrap does not work here: ${lastLine}`, how: 'Try it in a terminal: bwrap --ro-bind / / true' }
}
