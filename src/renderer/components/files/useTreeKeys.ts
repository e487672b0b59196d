import { computed, nextTick, type Ref, type ShallowRef, watch } from 'vue'
import { report } from '../../report'

/** A line of a tree; one that unfolds says whether it is. */
interface TreeLine {
  readonly key: string
  readonly name: string
  readonly depth: number
  readonly isOpen?: boolean
}

/** The line that the Tab key reaches, and where it stood. */
export interface ReachedLine {
  readonly key: string
  readonly index: number
}

/** More than a tree ever took to draw its first lines. */
const maxFrames = 20

/**
 * The keys of a tree whose lines are drawn as far as they are in sight: one line has the focus, arrows and letters move
 * it.
 */
export function useTreeKeys<Line extends TreeLine>({ lines, box, list, reached, toggle, choose, look, findsByLetter = true }: {
  lines: Readonly<Ref<readonly Line[]>>
  /** What scrolls. */
  box: Readonly<ShallowRef<HTMLElement | null>>
  list: Readonly<Ref<{ scrollToIndex(index: number, options?: { align: 'nearest' }): void } | null>>
  reached: ShallowRef<ReachedLine | undefined>
  /** Folds or unfolds. */
  toggle: (line: Line) => void
  /** Enter on a line that does not unfold. */
  choose: (line: Line) => void
  /** Space on it. */
  look: (line: Line) => void
  /** Letters go to a line that begins with them, where they have no other meaning. */
  findsByLetter?: boolean
}) {
  const typeAhead = new TypeAhead()
  const places = computed(() => new Map(lines.value.map(({ key }, index) => [key, index])))
  /** Where a line is gone, the one that took its place is reached. */
  const place = computed(() => reached.value === undefined
    ? 0
    : Math.min(places.value.get(reached.value.key) ?? reached.value.index, Math.max(0, lines.value.length - 1)))

  function reach(line: Line): void {
    reached.value = { key: line.key, index: places.value.get(line.key) ?? 0 }
  }

  async function focus(): Promise<void> {
    // The line that has the keyboard may leave the page before the other one is drawn: keys that come meanwhile reach
    // the tree.
    const key = lines.value[place.value]?.key
    const drawn = [...box.value?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? []]
    if (!drawn.some(line => line.dataset.key === key))
      box.value?.focus({ preventScroll: true })
    list.value?.scrollToIndex(place.value, { align: 'nearest' })
    await nextTick()
    // A new line is hidden, and cannot be focused, until the list has measured it.
    for (let frame = 0; frame < maxFrames; frame++) {
      const line = box.value?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
      line?.focus({ preventScroll: true })
      if (line && document.activeElement === line)
        return
      await new Promise(requestAnimationFrame)
    }
  }

  async function go(index: number): Promise<void> {
    const line = lines.value[Math.max(0, Math.min(lines.value.length - 1, index))]
    if (!line)
      return
    reach(line)
    await focus()
  }

  watch(lines, () => {
    if (box.value?.contains(document.activeElement))
      keepFocus().catch(report)
  })

  /** The line that has the keyboard may go: within a few frames, as the list draws when it sees fit. */
  async function keepFocus(): Promise<void> {
    for (let frame = 0; frame < maxFrames; frame++) {
      await new Promise(requestAnimationFrame)
      if (document.activeElement === document.body)
        return focus()
    }
  }

  /** The line in which this one is folded away. */
  function above(index: number): number {
    return lines.value.findLastIndex((line, at) => at < index && line.depth < lines.value[index]!.depth)
  }

  function find(letter: string): void {
    const index = typeAhead.find(letter, lines.value.map(({ name }) => name), place.value)
    if (index !== undefined)
      go(index).catch(report)
  }

  function onKey(event: KeyboardEvent): void {
    const line = lines.value[place.value]
    const isOwn = event.target === box.value || (event.target instanceof Element && event.target.closest('[role=treeitem]') !== null)
    if (!line || !isOwn || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
      return
    const at = place.value
    const page = Math.max(1, Math.floor((box.value?.clientHeight ?? 0) / 28) - 1)
    const isFolder = line.isOpen !== undefined
    const acts: Readonly<Record<string, () => unknown>> = {
      'ArrowDown': () => go(at + 1),
      'ArrowUp': () => go(at - 1),
      'PageDown': () => go(at + page),
      'PageUp': () => go(at - page),
      'Home': () => go(0),
      'End': () => go(lines.value.length - 1),
      'ArrowRight': () => isFolder && (line.isOpen ? (lines.value[at + 1]?.depth ?? 0) > line.depth && go(at + 1) : toggle(line)),
      'ArrowLeft': () => line.isOpen ? toggle(line) : above(at) >= 0 && go(above(at)),
      'Enter': () => isFolder ? toggle(line) : choose(line),
      ' ': () => isFolder ? toggle(line) : look(line),
    }
    const act = event.shiftKey ? undefined : acts[event.key]
    if (act)
      Promise.resolve(act()).catch(report)
    else if (findsByLetter && event.key.length === 1)
      find(event.key)
    else
      return
    event.preventDefault()
    event.stopPropagation()
  }

  return { place, reach, focus, onKey }
}

/** Letters that follow each other faster than this make one word. */
const wordMs = 700

/** Finds a line of a list by the letters that are typed. */
export class TypeAhead {
  #typed = ''
  #typedAt = 0

  /**
   * The index of the next name that begins with what was typed, looked for from `from` on and once around; `undefined`:
   * there is none.
   */
  find(letter: string, names: readonly string[], from: number): number | undefined {
    const now = performance.now()
    this.#typed = (now - this.#typedAt > wordMs ? '' : this.#typed) + letter.toLowerCase()
    this.#typedAt = now
    // The same letter again continues to the next line that begins with it.
    const isRepeated = [...this.#typed].every(one => one === this.#typed[0])
    const sought = isRepeated ? this.#typed[0]! : this.#typed
    const first = from + (isRepeated ? 1 : 0)
    const order = [...names.keys()].map(index => (first + index) % names.length)
    return order.find(index => names[index]!.toLowerCase().startsWith(sought))
  }
}
