import { drawnLength } from '../../text/drawnLength'

/** The end moves on in steps while the text grows, so that its paragraphs are not drawn anew with each word. */
const step = 1024
const fence = /^ {0,3}(`{3,}|~{3,})/

/** The last paragraphs of a Markdown text, as far as they can be drawn within `budget`; empty where none begins there. */
export function endOfProse(text: string, budget: number): string {
  const from = Math.ceil(Math.max(0, text.length - budget) / step) * step
  let isCode = false
  let fenceSign = ''
  for (let at = 0, isBlank = false; at < text.length;) {
    const lineEnd = text.indexOf('\n', at)
    const line = text.slice(at, lineEnd < 0 ? text.length : lineEnd)
    if (isBlank && !isCode && at >= from && line.trim() !== '' && drawnLength(text.slice(at), budget).length === text.length - at)
      return text.slice(at)
    const sign = fence.exec(line)?.[1]
    if (sign && (!isCode || (sign.startsWith(fenceSign) && line.trim() === sign))) {
      isCode = !isCode
      fenceSign = sign
    }
    isBlank = line.trim() === ''
    at = lineEnd < 0 ? text.length : lineEnd + 1
  }
  return ''
}
