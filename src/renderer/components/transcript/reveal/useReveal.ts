import type { Mark } from '../../../../shared/search/searchTerms'
import type { Transcript } from '../../../../shared/thread/transcript'
import type { Row } from '../rows/row'
import { nextTick, onDeactivated, onScopeDispose, type ShallowRef, watch } from 'vue'
import { nestEntries } from '../../../../shared/thread/subagents'
import { report } from '../../../report'
import { type Revealed, useRevealed } from './revealed'

/** Maximum frames until an opened fold or a scrolled-to row is drawn. */
const framesToDraw = 30
/** Maximum folds opened in an entry. */
const maxFolds = 24

interface RevealOptions {
  readonly transcript: () => Transcript
  readonly log: Readonly<ShallowRef<HTMLElement | null>>
  readonly rows: () => readonly Row[]
  readonly unfold: (rowId: string) => void
  readonly scrollTo: (row: number) => void
  /** Loads entries back to this index. */
  readonly loadTo: (entryIndex: number) => void
}

/**
 * Reveals a place: loads entries back to it, scrolls there, opens its folds and highlights it. Long because its steps
 * share the revealed place.
 */
export function useReveal({ transcript, log, rows, unfold, scrollTo, loadTo }: RevealOptions): void {
  const revealed = useRevealed()
  let observer: MutationObserver | undefined

  function reset(): void {
    observer?.disconnect()
    observer = undefined
    unmark()
  }

  watch([revealed, () => transcript().firstIndex], ([target]) => {
    reset()
    if (!target)
      return
    if (target.entryIndex < transcript().firstIndex)
      return loadTo(target.entryIndex) // runs the watcher again
    show(target).catch(report)
  }, { immediate: true, flush: 'post' })
  onDeactivated(() => revealed.value = undefined)
  onScopeDispose(reset)

  async function show(target: Revealed): Promise<void> {
    const { entries, firstIndex } = transcript()
    const entry = entries[target.entryIndex - firstIndex]
    if (!entry)
      return
    // A reactivated list first restores its position.
    await waitFrames(2)
    const rootId = revealed.value === target ? showRow(findRoot(entry.id)) : undefined
    if (rootId === undefined)
      return
    const root = await waitForEntry(rootId, log.value)
    const opened = new Set<Element>()
    let article = root && await waitForEntry(entry.id, root, 1)
    for (let folds = 0; root && !article && folds < maxFolds && openFold(root, opened); folds++)
      article = await waitForEntry(entry.id, root, 3)
    if (!article || revealed.value !== target)
      return
    const { marksIn, nth = 0 } = target
    if (!marksIn)
      return focusEntry(article)
    for (let folds = 0; folds < maxFolds
      && findTextRanges(article, marksIn).length <= nth
      && openFold(article, opened); folds++)
      await waitFrames(2)
    if (revealed.value !== target)
      return
    markAfterRedraws(article, { marksIn, nth })
    const ranges = findTextRanges(article, marksIn)
    const place = ranges[Math.min(nth, ranges.length - 1)]?.startContainer.parentElement ?? article
    place.scrollIntoView({ block: place === article ? 'start' : 'center' })
  }

  /** Scrolls to the row of a top-level entry and returns its element. */
  function showRow(entryId: string): string | undefined {
    for (let folds = 0; folds < maxFolds; folds++) {
      const place = findRow(rows(), entryId)
      if (!place)
        return undefined
      if ('index' in place) {
        scrollTo(place.index)
        return place.entryId
      }
      unfold(place.foldedIn)
    }
    return undefined
  }

  /** Highlights again after redraws, such as when code is coloured. */
  function markAfterRedraws(article: HTMLElement, { marksIn, nth }: Required<Pick<Revealed, 'marksIn' | 'nth'>>): void {
    const again = (): void => {
      const ranges = findTextRanges(article, marksIn)
      mark(ranges, Math.min(nth, ranges.length - 1))
    }
    again()
    observer = new MutationObserver(again)
    observer.observe(article, { subtree: true, childList: true, characterData: true })
  }

  /** Finds the top-level entry that contains an entry: itself, or the call of its subagent. */
  function findRoot(entryId: string): string {
    const { steps } = nestEntries(transcript().entries)
    let root = entryId
    for (let owner: string | undefined = entryId; owner !== undefined;) {
      root = owner
      owner = [...steps].find(([, entries]) => entries.some(({ id }) => id === root))?.[0]
    }
    return root
  }
}

/** Focuses the entry, for keyboard users and screen readers. */
function focusEntry(article: HTMLElement): void {
  article.tabIndex = -1
  article.scrollIntoView({ block: 'start' })
  article.focus({ preventScroll: true })
}

/** Resolves to the article of an entry once it is drawn. */
async function waitForEntry(
  entryId: string,
  within: HTMLElement | null,
  most = framesToDraw,
): Promise<HTMLElement | undefined> {
  const selector = `[data-entry-id="${CSS.escape(entryId)}"]`
  for (let frame = 0; within && frame < most; frame++) {
    const found = within.matches(selector) ? within : within.querySelector<HTMLElement>(selector)
    if (found)
      return found
    await waitFrames(1)
  }
  return undefined
}

async function waitFrames(count: number): Promise<void> {
  await nextTick()
  for (let frame = 0; frame < count; frame++)
    await new Promise(resolve => requestAnimationFrame(resolve))
}

/** Closed folds in an entry: disclosures, and lines of folded calls. */
const closedFoldSelector = 'details:not([open]) > summary, .title[aria-expanded=false]'
/** Buttons that show more of a long text or list. */
const moreButtonSelector = 'button[data-hidden]'

/** Opens the next fold in an element, or shows more of it. Returns `false` if everything is shown. */
export function openFold(element: HTMLElement, opened: Set<Element>): boolean {
  const fold = [...element.querySelectorAll<HTMLElement>(closedFoldSelector)].find(found => !opened.has(found))
    ?? element.querySelector<HTMLElement>(moreButtonSelector)
  if (!fold)
    return false
  opened.add(fold)
  fold.click()
  return true
}

/** Position of an entry: in a row, or in a folded one. */
type EntryPlace = { readonly index: number, readonly entryId: string } | { readonly foldedIn: string }

/** Finds the row of an entry, or of the call that a question was about. */
export function findRow(rows: readonly Row[], entryId: string): EntryPlace | undefined {
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'entry' && (row.entry.id === entryId || row.questions.some(({ id }) => id === entryId)))
      return { index, entryId: row.entry.id }
  }
  const fold = rows.find((row) => {
    if (row.kind === 'entry' || row.isOpen)
      return false
    const behind = row.kind === 'run' ? row.entries : row.turn.entries
    return behind.some(({ id }) => id === entryId)
  })
  return fold && { foldedIn: fold.id }
}

/** Names of the highlights in base.css. */
const highlightAll = 'found'
const highlightCurrent = 'found-here'

/** Highlights ranges of the page, one of them as current. Browsers without support only scroll. */
function mark(ranges: readonly Range[], nth: number): void {
  if (!('highlights' in CSS))
    return
  CSS.highlights.set(highlightAll, new Highlight(...ranges))
  const range = ranges[nth]
  const here = range ? new Highlight(range) : new Highlight()
  here.priority = 1
  CSS.highlights.set(highlightCurrent, here)
}

/** Removes all highlights. */
function unmark(): void {
  if (!('highlights' in CSS))
    return
  CSS.highlights.delete(highlightAll)
  CSS.highlights.delete(highlightCurrent)
}

/** Block elements. A match never spans two of them. */
const blockSelector = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, dt, dd, summary, button, div, section, header, article'
/** Maximum highlights per entry, as each costs time. */
const maxMarks = 200

/**
 * Finds the ranges of matches in an element's drawn text. Those in unchanged lines of diffs come last, as a search
 * doesn't count them.
 */
export function findTextRanges(root: HTMLElement, marksIn: (text: string) => readonly Mark[]): Range[] {
  const nodes: { readonly node: Text, readonly from: number }[] = []
  let text = ''
  let block: Element | null | undefined
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement?.closest(blockSelector)
    if (node.parentElement?.closest('.unseen'))
      continue
    if (own !== block)
      text += '\n'
    block = own
    nodes.push({ node: node as Text, from: text.length }) // the walker visits only text nodes
    text += node.nodeValue ?? ''
  }
  const ranges = marksIn(text).slice(0, maxMarks).flatMap(([from, to]) => {
    const start = nodes.findLast(place => place.from <= from)
    const end = nodes.findLast(place => place.from < to)
    if (!start || !end)
      return []
    const range = document.createRange()
    range.setStart(start.node, Math.min(from - start.from, start.node.length))
    range.setEnd(end.node, Math.min(to - end.from, end.node.length))
    return [range]
  })
  return ranges.toSorted((left, right) => Number(isUnchanged(left)) - Number(isUnchanged(right)))
}

function isUnchanged(range: Range): boolean {
  return range.startContainer.parentElement?.closest('.line[data-kind=context]') != null
}
