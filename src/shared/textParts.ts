/** A page can receive this much text over either channel without a noticeable pause. */
const partCharacters = 64 * 1024
/** Prefixes that no JSON text starts with. `more`: more parts follow. `end`: the last part. */
const [more, end] = ['+', '=']

/** Splits a long text, so that the receiver can do other work between the parts; a short text is returned unchanged. */
export function splitText(text: string): string[] {
  if (text.length <= partCharacters)
    return [text]
  const parts: string[] = []
  for (let from = 0; from < text.length;) {
    const to = findCharacterBoundary(text, Math.min(from + partCharacters, text.length))
    parts.push(`${to < text.length ? more : end}${text.slice(from, to)}`)
    from = to
  }
  return parts
}

/** Reassembles split texts. */
export class TextParts {
  #parts: string[] = []

  /** Returns the complete text, or `undefined` while parts are missing. */
  add(text: string): string | undefined {
    if (text[0] === more) {
      this.#parts.push(text.slice(1))
      return undefined
    }
    return text[0] === end ? [...this.#parts.splice(0, Infinity), text.slice(1)].join('') : text
  }
}

/** A lone surrogate would be replaced in transit. */
function findCharacterBoundary(text: string, at: number): number {
  const isCutInHalf = at < text.length && (text.charCodeAt(at) & 0xFC00) === 0xDC00
  return isCutInHalf ? at - 1 : at
}
