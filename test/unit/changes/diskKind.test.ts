import { expect, it } from 'vitest'
import { detectDiskKind, toDiskKind } from '../../../src/main/changes/scan/diskKind'

it('treats network drives as unwatchable, and times on network drives and FAT as coarse', () => {
  const remote = { isPolling: true, grainMs: 2_000 }
  for (const type of [0x6969, 0x517B, 0xFF534D42, 0xFE534D42, 0x65735546, 0x01021997, 0x786F4256])
    expect(toDiskKind(type)).toEqual(remote)
  expect(toDiskKind(0xFF534D42 | 0)).toEqual(remote)
  expect(toDiskKind(0x4D44)).toEqual({ isPolling: false, grainMs: 2_000 })
  expect(toDiskKind(0xEF53)).toEqual({ isPolling: false, grainMs: 50 }) // ext4
  expect(detectDiskKind('/nowhere at all')).toEqual(toDiskKind(0xEF53))
})
