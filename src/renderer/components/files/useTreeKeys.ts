import { computed, nextTick, type Ref, type ShallowRef, watch } from 'vue'
import { report } from '../../report'

/** A row of a tree. Foldable ones have `isOpen`. */
interface TreeLine {
  readonly key: string
  readonly name: string
  readonly depth: number
  readonly isOpen?: boolean
}

/** The row that Tab reaches, with its index. */
export interface TabStop {
  readonly key: string
  readonly index: number
}

/** Longer than a tree takes to draw its first rows. */
const maxFrames = 20

/** Keys of a virtual tree: one row has the focus, arrows and letters move it. */
export function useTreeKeys<Line extends TreeLine>({ lines, box, list, reached, toggle, choose, look, findsByLetter = true }: {
  lines: Readonly<Ref<readonly Line[]>>
  /** The scrolling element. */
  box: Readonly<ShallowRef<HTMLElement | null>>
  list: Readonly<Ref<{ scrollToIndex(index: number, options?: { align: 'nearest' }): void } | null>>
  reached: ShallowRef<TabStop | undefined>
  /** Folds or unfolds. */
  toggle: (line: Line) => void
  /** Enter on a leaf. */
  choose: (line: Line) => void
  /** Space on it. */
  look: (line: Line) => void
  /** Letters move to a row that starts with them, unless they have another meaning. */
  findsByLetter?: boolean
}) {
  const typeAhead = new TypeAhead()
  const places = computed(() => new Map(lines.value.map(({ key }, index) => [key, index])))
  /** A removed row is replaced by the one at its index. */
  const place = computed(() => reached.value === undefined
    ? 0
    : Math.min(places.value.get(reached.value.key) ?? reached.value.index, Math.max(0, lines.value.length - 1)))

  function reach(line: Line): void {
    reached.value = { key: line.key, index: places.value.get(line.key) ?? 0 }
  }

  async function focus(): Promise<void> {
    // The focused row may be removed before the next is drawn; keys then reach the tree.
    const key = lines.value[place.value]?.key
    const drawn = [...box.value?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? []]
    if (!drawn.some(line => line.dataset.key === key))
      box.value?.focus({ preventScroll: true })
    list.value?.scrollToIndex(place.value, { align: 'nearest' })
    await nextTick()
    // A new row is hidden and not focusable until the list has measured it.
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

  /** Restores the focus if the focused row is removed within a few frames. */
  async function keepFocus(): Promise<void> {
    for (let frame = 0; frame < maxFrames; frame++) {
      await new Promise(requestAnimationFrame)
      if (document.activeElement === document.body)
        return focus()
    }
  }

  /** The parent row. */
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

/** Letters typed within this time form a word. */
const wordMs = 700

/** Finds a row by typed letters. */
export class TypeAhead {
  #typed = ''
  #typedAt = 0

  /** Index of the next name that starts with the typed text, from `from` and wrapping around, if any. */
  find(letter: string, names: readonly string[], from: number): number | undefined {
    const now = performance.now()
    this.#typed = (now - this.#typedAt > wordMs ? '' : this.#typed) + letter.toLowerCase()
    this.#typedAt = now
    // Repeating a letter moves to the next match.
    const isRepeated = [...this.#typed].every(one => one === this.#typed[0])
    const sought = isRepeated ? this.#typed[0]! : this.#typed
    const first = from + (isRepeated ? 1 : 0)
    const order = [...names.keys()].map(index => (first + index) % names.length)
    return order.find(index => names[index]!.toLowerCase().startsWith(sought))
  }
}
