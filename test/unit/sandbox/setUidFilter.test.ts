import { describe, expect, it } from 'vitest'
import { createSetUidFilter } from '../../../src/main/sandbox/setUidFilter'

const [allowed, refused, unknown] = ['allowed', 'refused', 'unknown'] as const
const [x64, i386, arm64, arm] = [0xC000003E, 0x40000003, 0xC00000B7, 0x40000028]
const creates = 0o100

/** Runs the filter as the kernel does, for one system call. */
function runFilter(architecture: string, [audit, number, ...args]: readonly [number, number, ...number[]]): string {
  const filter = createSetUidFilter(architecture)!
  const offsets = new Map([[0, number], [4, audit], ...args.map((value, index) => [16 + 8 * index, value] as const)])
  let loaded = 0
  for (let at = 0; at < filter.length / 8; at++) {
    const [code, constant] = [filter.readUInt16LE(at * 8), filter.readUInt32LE(at * 8 + 4)]
    const jump = (isTrue: boolean): number => filter[at * 8 + (isTrue ? 2 : 3)]!
    switch (code) {
      case 0x20:
        loaded = offsets.get(constant)!
        break
      case 0x15:
        at += jump(loaded === constant)
        break
      case 0x35:
        at += jump(loaded >= constant)
        break
      case 0x45:
        at += jump((loaded & constant) !== 0)
        break
      case 0x06:
        return { 0x7FFF0000: allowed, 0x00050001: refused, 0x00050026: unknown }[constant]!
      default:
        throw new Error(`unknown instruction ${code}`)
    }
  }
  throw new Error('the filter has no end')
}

describe('the seccomp filter', () => {
  it.each([
    ['x64', x64, { open: 2, creat: 85, chmod: 90, fchmod: 91, mknod: 133, openat: 257, mknodat: 259, fchmodat: 268, fchmodat2: 452 }],
    ['x64', i386, { open: 5, creat: 8, chmod: 15, fchmod: 94, mknod: 14, openat: 295, mknodat: 297, fchmodat: 306, fchmodat2: 452 }],
    ['arm64', arm64, { fchmod: 52, openat: 56, mknodat: 33, fchmodat: 53, fchmodat2: 452 }],
    ['arm64', arm, { open: 5, creat: 8, chmod: 15, fchmod: 94, mknod: 14, openat: 322, mknodat: 324, fchmodat: 333, fchmodat2: 452 }],
  ])('denies set-uid and set-gid modes, and allows all others, on %s (%i)', (architecture, audit, calls) => {
    for (const [name, number] of Object.entries(calls)) {
      const before = /^(?:open|mknod|fchmod)at2?$/.test(name) ? [3, 0] : [3]
      const filterCall = (mode: number, flags = creates): string =>
        runFilter(architecture, [audit, number, ...before, ...name.startsWith('open') ? [flags] : [], mode])
      expect([filterCall(0o1755), filterCall(0o4755), filterCall(0o104000), filterCall(0o2755)], name)
        .toEqual([allowed, refused, refused, refused])
      if (name.startsWith('open'))
        expect([filterCall(0o4755, 0), filterCall(0o4755, 0o20200000)]).toEqual([allowed, refused])
    }
  })

  it('denies calls that it cannot inspect, other call numbers and other architectures', () => {
    expect(runFilter('x64', [x64, 437, 0])).toBe(unknown)
    expect(runFilter('arm64', [arm64, 425, 0])).toBe(unknown)
    expect(runFilter('x64', [x64, 0x40000000 + 90, 0, 0o4755])).toBe(unknown)
    expect(runFilter('x64', [0x80000016, 90, 0, 0o4755])).toBe(unknown)
    expect(runFilter('x64', [x64, 0, 0])).toBe(allowed)
    expect(createSetUidFilter('riscv64')).toBeUndefined()
  })
})
