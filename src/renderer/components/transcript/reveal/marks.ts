/** The names of the highlights in base.css. */
const all = 'found'
const meant = 'found-here'

/** Marks ranges of the page, one of them as the one that is meant. Browsers that cannot mark only scroll there. */
export function mark(ranges: readonly Range[], nth: number): void {
  if (!('highlights' in CSS))
    return
  CSS.highlights.set(all, new Highlight(...ranges))
  const range = ranges[nth]
  const here = range ? new Highlight(range) : new Highlight()
  here.priority = 1
  CSS.highlights.set(meant, here)
}

/** Takes all marks away. */
export function unmark(): void {
  if (!('highlights' in CSS))
    return
  CSS.highlights.delete(all)
  CSS.highlights.delete(meant)
}
