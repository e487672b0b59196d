import { expect, it } from 'vitest'
import { diskKindAt, diskKindOf } from '../../../src/main/changes/scan/diskKind'

it('takes network drives for ones of which the system tells nothing, and their times and FAT\'s for coarse', () => {
  const remote = { isDeaf: true, grainMs: 2_000 }
  for (const type of [0x6969, 0x517B, 0xFF534D42, 0xFE534D42, 0x65735546, 0x01021997, 0x786F4256])
    expect(diskKindOf(type)).toEqual(remote)
  expect(diskKindOf(0xFF534D42 | 0)).toEqual(remote)
  expect(diskKindOf(0x4D44)).toEqual({ isDeaf: false, grainMs: 2_000 })
  expect(diskKindOf(0xEF53)).toEqual({ isDeaf: false, grainMs: 50 }) // ext4
  expect(diskKindAt('/nowhere at all')).toEqual(diskKindOf(0xEF53))
})
