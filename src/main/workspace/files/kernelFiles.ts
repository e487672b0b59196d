import { type FileHandle, statfs } from 'node:fs/promises'
import { isWithin } from '../../../shared/paths'

/**
 * Linux's type numbers of the file systems that expose the kernel and its processes: proc, sysfs, cgroup (1 and 2), debugfs, tracefs,
 * securityfs, configfs, bpf.
 */
const kernelFileSystems = new Set([0x9FA0, 0x62656572, 0x27E0EB, 0x63677270, 0x64626720, 0x74726163, 0x73636673, 0x62656570, 0xCAFE4A11])

/**
 * Whether the path is in a kernel file system. These show Parley's own state (`/proc/self`, `/dev/fd`) instead of the agent's, or reach
 * files under other names. No agent has a good reason to read them.
 */
export function isKernelPath(path: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32')
    return false
  // macOS ignores case, and opens files by number below /.vol.
  return platform === 'darwin'
    ? /^\/(?:dev|\.vol)(?:\/|$)/i.test(path)
    : /^\/(?:proc|sys|dev)(?:\/|$)/.test(path) && !isWithin(path, '/dev/shm', platform)
}

/** The same for an open file. Kernel file systems can be mounted anywhere, for example in a workspace that contains a root file system. */
export async function isKernelFile(handle: FileHandle): Promise<boolean> {
  if (process.platform !== 'linux')
    return false
  const { type } = await statfs(`/proc/self/fd/${handle.fd}`)
  return kernelFileSystems.has(Number(type))
}
