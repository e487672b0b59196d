import { computed, nextTick, type Ref, type ShallowRef, watch } from 'vue'
import { report } from '../../report'

/** A row of a tree. Folders have `isOpen`. */
interface TreeLine {
  readonly key: string
  readonly name: string
  readonly depth: number
  readonly isOpen?: boolean
}

/** The row that Tab focuses, with its index. */
export interface TabStop {
  readonly key: string
  readonly index: number
}

/** The parts of a virtual tree. */
interface TreeParts<Line extends TreeLine> {
  readonly lines: Readonly<Ref<readonly Line[]>>
  /** The scrolling element. */
  readonly box: Readonly<ShallowRef<HTMLElement | null>>
  readonly list: Readonly<Ref<{ scrollToIndex(index: number, options?: { align: 'nearest' }): void } | null>>
  readonly tabStop: ShallowRef<TabStop | undefined>
}

/**
 * Keyboard navigation of a virtual tree: arrows and letters move the focus between rows. Long because it has a branch
 * per key.
 */
export function useTreeKeys<Line extends TreeLine>({
  toggle,
  open,
  preview,
  findsByLetter = true,
  ...tree
}: TreeParts<Line> & {
  /** Folds or unfolds a folder. */
  toggle: (line: Line) => void
  /** Called on Enter on a file. */
  open: (line: Line) => void
  /** Called on Space on a file. */
  preview: (line: Line) => void
  /** Whether letters move the focus to a row that starts with them. */
  findsByLetter?: boolean
}) {
  const typeAhead = new TypeAhead()
  const { lines, box } = tree
  const { tabStopIndex, setTabStop, focus } = useTreeFocus(tree)

  async function moveTo(index: number): Promise<void> {
    const line = lines.value[Math.max(0, Math.min(lines.value.length - 1, index))]
    if (!line)
      return
    setTabStop(line)
    await focus()
  }

  /** Index of the parent row, or -1. */
  function findParent(index: number): number {
    return lines.value.findLastIndex((line, at) => at < index && line.depth < lines.value[index]!.depth)
  }

  function findByLetter(letter: string): void {
    const index = typeAhead.find(letter, lines.value.map(({ name }) => name), tabStopIndex.value)
    if (index !== undefined)
      moveTo(index).catch(report)
  }

  function onKey(event: KeyboardEvent): void {
    const line = lines.value[tabStopIndex.value]
    const isInTree = event.target === box.value
      || (event.target instanceof Element && event.target.closest('[role=treeitem]') !== null)
    if (!line || !isInTree || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
      return
    const index = tabStopIndex.value
    const page = Math.max(1, Math.floor((box.value?.clientHeight ?? 0) / 28) - 1)
    const isFolder = line.isOpen !== undefined
    const acts: Readonly<Record<string, () => unknown>> = {
      'ArrowDown': () => moveTo(index + 1),
      'ArrowUp': () => moveTo(index - 1),
      'PageDown': () => moveTo(index + page),
      'PageUp': () => moveTo(index - page),
      'Home': () => moveTo(0),
      'End': () => moveTo(lines.value.length - 1),
      'ArrowRight': () => isFolder
        && (line.isOpen ? (lines.value[index + 1]?.depth ?? 0) > line.depth && moveTo(index + 1) : toggle(line)),
      'ArrowLeft': () => line.isOpen ? toggle(line) : findParent(index) >= 0 && moveTo(findParent(index)),
      'Enter': () => isFolder ? toggle(line) : open(line),
      ' ': () => isFolder ? toggle(line) : preview(line),
    }
    const act = event.shiftKey ? undefined : acts[event.key]
    if (act)
      Promise.resolve(act()).catch(report)
    else if (findsByLetter && event.key.length === 1)
      findByLetter(event.key)
    else
      return
    event.preventDefault()
    event.stopPropagation()
  }

  return { tabStopIndex, setTabStop, focus, onKey }
}

/** Maximum frames to wait for a row. A tree draws its first rows faster. */
const maxFrames = 20

/** Focuses the rows of a virtual tree, which draws only some of them. */
function useTreeFocus<Line extends TreeLine>({ lines, box, list, tabStop }: TreeParts<Line>) {
  const indexes = computed(() => new Map(lines.value.map(({ key }, index) => [key, index])))
  /** If the row was removed, the one at its index replaces it. */
  const tabStopIndex = computed(() => tabStop.value === undefined
    ? 0
    : Math.min(indexes.value.get(tabStop.value.key) ?? tabStop.value.index, Math.max(0, lines.value.length - 1)))

  function setTabStop(line: Line): void {
    tabStop.value = { key: line.key, index: indexes.value.get(line.key) ?? 0 }
  }

  async function focus(): Promise<void> {
    // The focused row may be removed before the next one is drawn. Until then, the tree handles the keys.
    const key = lines.value[tabStopIndex.value]?.key
    const rendered = [...box.value?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? []]
    if (!rendered.some(line => line.dataset.key === key))
      box.value?.focus({ preventScroll: true })
    list.value?.scrollToIndex(tabStopIndex.value, { align: 'nearest' })
    await nextTick()
    // A new row is hidden, and not focusable, until the list has measured it.
    for (let frame = 0; frame < maxFrames; frame++) {
      const line = box.value?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
      line?.focus({ preventScroll: true })
      if (line && document.activeElement === line)
        return
      await new Promise(requestAnimationFrame)
    }
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

  return { tabStopIndex, setTabStop, focus }
}

/** Letters typed within this time form a prefix. */
const typeAheadMs = 700

/** Finds names by typed letters. */
export class TypeAhead {
  #typed = ''
  #typedAt = 0

  /** Index of the first name at or after `from`, wrapping around, that starts with the typed letters. */
  find(letter: string, names: readonly string[], from: number): number | undefined {
    const now = performance.now()
    this.#typed = (now - this.#typedAt > typeAheadMs ? '' : this.#typed) + letter.toLowerCase()
    this.#typedAt = now
    // Repeating a letter finds the next match.
    const isRepeated = [...this.#typed].every(one => one === this.#typed[0])
    const prefix = isRepeated ? this.#typed[0]! : this.#typed
    const first = from + (isRepeated ? 1 : 0)
    const order = [...names.keys()].map(index => (first + index) % names.length)
    return order.find(index => names[index]!.toLowerCase().startsWith(prefix))
  }
}
