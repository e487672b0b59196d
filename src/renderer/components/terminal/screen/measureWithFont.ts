import type { Terminal } from '@xterm/xterm'

/** xterm measures a letter when it opens, which is too early while the bundled font is still on its way. */
export async function measureWithFont({ options }: Terminal): Promise<void> {
  const { fontSize, fontFamily } = options
  // Made in a thread that is out of view, it has no font yet: it gets its look, and measures, when it comes into view.
  if (!Number.isFinite(fontSize))
    return
  const font = `${fontSize}px ${fontFamily}`
  if (document.fonts.check(font))
    return
  await document.fonts.load(font)
  options.fontFamily = 'monospace'
  options.fontFamily = fontFamily
}
