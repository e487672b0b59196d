import { hunksOfLines } from '../../../shared/changes/hunks'
import { splitLines } from '../../../shared/diff/alignLines'

/** `text`, whose lines end with line feeds, with the endings that its lines have in `raw`. New lines get those around them. */
export function mixedEndings(raw: string, text: string): string {
  const endings: string[] = []
  const before = (raw.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((line) => {
    const ending = /[\r\n]+$/.exec(line)?.[0] ?? ''
    endings.push(ending)
    return ending === '' ? line : `${line.slice(0, -ending.length)}\n`
  })
  const after = splitLines(text)
  const kept: (string | undefined)[] = []
  let from = 0
  for (const { oldStart, removed, added } of hunksOfLines(before, after)) {
    for (; from < oldStart - 1; from++)
      kept.push(endings[from])
    for (const place of added.keys())
      kept.push(endings[from + Math.min(place, removed.length - 1)])
    from += removed.length
  }
  let ending = endings.find(found => found !== '') ?? '\n'
  return after.map((line, place) => {
    const last = place === 0 ? '' : ending
    ending = (kept.length > place ? kept[place] : endings[from + place - kept.length]) || ending
    // After a return, the line feed of an empty line would end the same line as that.
    if (line === '\n' && last === '\r' && ending === '\n')
      ending = '\r'
    return line.endsWith('\n') ? line.slice(0, -1) + ending : line
  }).join('')
}
