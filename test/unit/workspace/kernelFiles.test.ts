import { expect, it } from 'vitest'
import { isKernelPath } from '../../../src/main/workspace/files/openFile'

it('detects kernel file systems of each platform, ignoring case where the platform does', () => {
  for (const path of ['/proc', '/proc/self/environ', '/dev/fd/0', '/sys/kernel/notes'])
    expect(isKernelPath(path, 'linux'), path).toBe(true)
  for (const path of ['/dev/fd/0', '/DEV/fd/0', '/.vol/16777220/2', '/.VOL/1/2'])
    expect(isKernelPath(path, 'darwin'), path).toBe(true)
})

it('treats no other path as a kernel file', () => {
  for (const path of ['/process/x', '/home/proc/x', '/dev/shm/x', '/Dev/project/x'])
    expect(isKernelPath(path, 'linux'), path).toBe(false)
  for (const path of ['/Users/dev/x', '/devices/x', '/.volumes/x'])
    expect(isKernelPath(path, 'darwin'), path).toBe(false)
  expect(isKernelPath('C:\\dev\\x', 'win32')).toBe(false)
})
