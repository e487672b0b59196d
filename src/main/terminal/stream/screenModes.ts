/** Cursor keys, wrapping, cursor visibility, mouse and focus reports, alternate screen, bracketed paste. */
const trackedModes = new Set([
  ...['1', '7', '25', '1000', '1002', '1003', '1004', '1006', '1015', '1016'],
  ...['47', '1047', '1049', '2004'],
])
/** Each of these leaves the alternate screen, no matter which one entered it. */
const alternateScreens = new Set(['47', '1047', '1049'])
/** Modes that are on in a new terminal. */
const onByDefault: readonly string[] = ['7', '25']
const modeChange = /\x1B(?:\[\?([\d;]+)([hl])|\[!p|[c=>])/g
/** The start of a sequence at the end of a piece. */
const unfinished = /\x1B(?:\[(?:\?[\d;]{0,60}|!)?)?$/

/** Tracks the modes that a terminal's output sets, for a window that receives only the end of the output. */
export class ScreenModes {
  #changed = new Map<string, boolean>()
  #hasKeypad = false
  #rest = ''

  push(piece: string): void {
    const text = this.#rest + piece
    if (!text.includes('\x1B')) {
      this.#rest = ''
      return
    }
    this.#rest = unfinished.exec(text)?.[0] ?? ''
    for (const [sequence, modes, final] of text.matchAll(modeChange)) {
      if (modes !== undefined)
        this.#set(modes.split(';'), final === 'h')
      else if (sequence === '\x1B=' || sequence === '\x1B>')
        this.#hasKeypad = sequence === '\x1B='
      else if (sequence === '\x1Bc')
        this.#reset()
      else
        this.#resetSoftly()
    }
  }

  /** The sequences that put a new terminal into these modes. */
  sequences(): string {
    const modes = [...this.#changed].map(([mode, isOn]) => `\x1B[?${mode}${isOn ? 'h' : 'l'}`)
    return `${this.#hasKeypad ? '\x1B=' : ''}${modes.join('')}`
  }

  copy(): ScreenModes {
    const copy = new ScreenModes()
    copy.#changed = new Map(this.#changed)
    copy.#hasKeypad = this.#hasKeypad
    copy.#rest = this.#rest
    return copy
  }

  #set(modes: readonly string[], isOn: boolean): void {
    for (const mode of modes) {
      if (!trackedModes.has(mode))
        continue
      if (!isOn && alternateScreens.has(mode))
        alternateScreens.forEach(other => this.#changed.delete(other))
      if (isOn === onByDefault.includes(mode))
        this.#changed.delete(mode)
      else
        this.#changed.set(mode, isOn)
    }
  }

  /** DECSTR: keeps the alternate screen and mouse modes. */
  #resetSoftly(): void {
    for (const mode of ['1', '7', '25', '1004', '2004'])
      this.#changed.delete(mode)
    this.#hasKeypad = false
  }

  #reset(): void {
    this.#changed.clear()
    this.#hasKeypad = false
  }
}
