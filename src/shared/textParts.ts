/** A page takes in a text of this length without a noticeable pause, over either channel. */
const partCharacters = 64 * 1024
/** Not how any JSON begins: more of this text follows, or this is its end. */
const [more, end] = ['+', '=']

/** A long text in parts, so that whoever receives it can do something else in between; a short one as it is. */
export function splitText(text: string): string[] {
  if (text.length <= partCharacters)
    return [text]
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const to = wholeCharacters(text, Math.min(from + partCharacters, text.length))
    parts.push(`${to < text.length ? more : end}${text.slice(from, to)}`)
    from = to
  }
  return parts
}

/** Puts the parts of long texts together again. */
export class TextParts {
  #parts: string[] = []

  /** The whole text, or `undefined` while more of it has to come. */
  take(text: string): string | undefined {
    if (text[0] === more) {
      this.#parts.push(text.slice(1))
      return undefined
    }
    return text[0] === end ? [...this.#parts.splice(0, Infinity), text.slice(1)].join('') : text
  }
}

/** Half a character would become another one on its way. */
function wholeCharacters(text: string, at: number): number {
  const isCutInHalf = at < text.length && (text.charCodeAt(at) & 0xFC00) === 0xDC00
  return isCutInHalf ? at - 1 : at
}
