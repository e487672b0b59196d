/** A rectangle in the window. */
interface Box {
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

const gap = 6

/** Positions a box centred below a control, or above if there is no room, within the window. */
export function placeBeside(
  control: Box,
  { width, height }: { readonly width: number, readonly height: number },
  frame: { readonly clientWidth: number, readonly clientHeight: number },
): { left: number, top: number } {
  const centred = control.left + (control.width - width) / 2
  const left = Math.max(gap, Math.min(centred, frame.clientWidth - width - gap))
  const below = control.bottom + gap
  return {
    left: Math.round(left),
    top: Math.round(below + height + gap <= frame.clientHeight ? below : control.top - height - gap),
  }
}
