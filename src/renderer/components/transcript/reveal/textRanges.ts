import type { Mark } from '../../../../shared/search/searchTerms'

/** A match never spans two of these elements. */
const blocks = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, dt, dd, summary, button, div, section, header, article'
/** No entry shows more matches at once, and marking each costs time. */
const mostMarks = 200

/** The drawn text of an element and what in it is marked, as ranges of the page. */
export function textRanges(root: HTMLElement, marksIn: (text: string) => readonly Mark[]): Range[] {
  const nodes: { readonly node: Text, readonly from: number }[] = []
  let text = ''
  let block: Element | null | undefined
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement?.closest(blocks)
    if (node.parentElement?.closest('.unseen'))
      continue
    if (own !== block)
      text += '\n'
    block = own
    nodes.push({ node: node as Text, from: text.length }) // the walker shows nothing but texts
    text += node.nodeValue ?? ''
  }
  return marksIn(text).slice(0, mostMarks).flatMap(([from, to]) => {
    const start = nodes.findLast(place => place.from <= from)
    const end = nodes.findLast(place => place.from < to)
    if (!start || !end)
      return []
    const range = document.createRange()
    range.setStart(start.node, Math.min(from - start.from, start.node.length))
    range.setEnd(end.node, Math.min(to - end.from, end.node.length))
    return [range]
  })
}
