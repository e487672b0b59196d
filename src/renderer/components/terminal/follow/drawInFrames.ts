/**
 * More than this in a frame runs past the reader: it is drawn less often, since what is drawn is laid out anew; and by all terminals in
 * the same frames, since the page is then laid out once for all of them.
 */
const runsPast = 1024
const runsPastEveryMs = 50
/** With this much waiting, the host would soon pause the command. */
const mostUndrawn = 32 * 1024

/** Collects text and hands it to `draw` once a frame: drawing every message would cost twice as much. */
export function drawInFrames(draw: (text: string) => void) {
  let undrawn = ''
  let drawnAt = 0
  let frame: number | undefined

  function drawSoon(): void {
    frame ??= requestAnimationFrame((now) => {
      frame = undefined
      if (undrawn.length >= runsPast && undrawn.length < mostUndrawn && beat(now) === beat(drawnAt))
        return drawSoon()
      drawnAt = now
      const text = undrawn
      undrawn = ''
      draw(text)
    })
  }

  return {
    add(text: string): void {
      undrawn += text
      drawSoon()
    },
    /** Forgets what was not drawn yet. */
    clear(): void {
      undrawn = ''
      if (frame !== undefined)
        cancelAnimationFrame(frame)
      frame = undefined
    },
  }
}

/** The same in all terminals: the time of a frame is the page's. */
function beat(frameTime: number): number {
  return Math.floor(frameTime / runsPastEveryMs)
}
