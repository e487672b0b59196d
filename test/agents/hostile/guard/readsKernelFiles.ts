// Requests kernel files, by name and through its own links.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { attack, each } from '../attack.ts'

attack('reads-kernel-files', async ({ root, read, write }) => {
  symlinkSync('/proc/self/environ', join(root, 'environ'))
  symlinkSync('/dev/fd/0', join(root, 'input'))
  symlinkSync('/proc', join(root, 'processes'))
  symlinkSync('processes/self', join(root, 'self'))
  const paths = [
    '/proc/self/environ',
    `/proc/${process.ppid}/environ`,
    `/proc/${process.ppid}/cmdline`,
    '/proc/thread-self/environ',
    '/proc/self/root/etc/passwd',
    `/proc/self/cwd/x`,
    '/proc/sys/kernel/hostname',
    '/dev/fd/0',
    '/dev/stdin',
    '/dev/zero',
    '/dev/random',
    '/dev/tty',
    '/dev/ptmx',
    '/sys/kernel/notes',
    '//proc/self/environ',
    '/./proc/self/environ',
    join(root, 'environ'),
    join(root, 'input'),
    join(root, 'processes/self/environ'),
    join(root, 'self/environ'),
  ]
  return {
    read: await each(paths, path => read(path)),
    write: await each(['/proc/self/comm', '/dev/shm/../null', join(root, 'self/comm')], path => write(path)),
  }
})
