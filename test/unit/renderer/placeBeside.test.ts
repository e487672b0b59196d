import { expect, it } from 'vitest'
import { placeBeside } from '../../../src/renderer/components/base/placeBeside'

const frame = { clientWidth: 400, clientHeight: 300 }
const makeBox = (left: number, top: number) => ({ left, top, width: 20, height: 20, bottom: top + 20 })

it('places a tooltip below its control, above if there is no room, and always inside the window', () => {
  const tip = { width: 100, height: 24 }
  expect(placeBeside(makeBox(200, 100), tip, frame)).toEqual({ left: 160, top: 126 })
  expect(placeBeside(makeBox(200, 270), tip, frame)).toEqual({ left: 160, top: 240 })
  expect(placeBeside(makeBox(0, 0), tip, frame).left).toBe(6)
  expect(placeBeside(makeBox(380, 0), tip, frame).left).toBe(294)
})
