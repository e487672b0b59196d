import type { BufferAuthor } from '../../../../shared/contract/methods/bufferMethods'
import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
  Transaction,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view'
import { visibleName } from '../../../text/visibleText'
import { editorWords as words } from '../words'
import { addBlocks, findBlock, type FreshBlock, mapBlocks, removeLines } from './freshBlocks'

const addFresh = StateEffect.define<readonly FreshBlock[]>()
const cutFresh = StateEffect.define<readonly { from: number, to: number }[]>()
const dismissFresh = StateEffect.define<null>()

const freshField = StateField.define<readonly FreshBlock[]>({
  create: () => [],
  update(blocks, transaction) {
    let next = blocks
    if (transaction.docChanged && next.length > 0)
      next = mapBlocks(next, transaction.changes, { text: transaction.newDoc, isOwn: !isFromHost(transaction) })
    for (const effect of transaction.effects) {
      if (effect.is(addFresh))
        next = addBlocks(next, effect.value, transaction.newDoc)
      else if (effect.is(cutFresh))
        next = removeLines(next, effect.value, transaction.newDoc)
      else if (effect.is(dismissFresh))
        next = []
    }
    return next
  },
})

/** Returns the lines that agents wrote while the file was open. */
export function readFreshBlocks(state: EditorState): readonly FreshBlock[] {
  return state.field(freshField, false) ?? []
}

/** Creates the transaction that marks an agent's change. A change by others removes marks instead. */
export function markFreshLines(changed: Transaction, by: BufferAuthor | undefined, at: number): Transaction {
  if (by?.kind !== 'agent') {
    const places: { from: number, to: number }[] = []
    changed.changes.iterChangedRanges((_fromA, _toA, from, to) => places.push({ from, to }))
    return changed.state.update(places.length > 0 ? { effects: cutFresh.of(places) } : {})
  }
  const blocks: FreshBlock[] = []
  changed.changes.iterChangedRanges((_fromA, _toA, from, to) => {
    // A final line feed belongs to the previous line.
    const isLine = to > from && changed.newDoc.sliceString(to - 1, to) === '\n'
    if (to > from)
      blocks.push({ from, to: isLine ? to - 1 : to, agentName: by.agentName, at })
  })
  return changed.state.update({ effects: addFresh.of(blocks) })
}

/** Removes the marks. */
export function dismissFreshLines(view: EditorView): void {
  view.dispatch({ effects: dismissFresh.of(null) })
}

/** Moves the caret to the next or previous lines of an agent. */
export function goToFresh(view: EditorView, step: 1 | -1): void {
  const block = findBlock(readFreshBlocks(view.state), view.state.selection.main.head, step)
  if (block) {
    view.dispatch({
      selection: { anchor: block.from },
      effects: EditorView.scrollIntoView(block.from, { y: 'center' }),
    })
  }
}

/** Formats a time without seconds. */
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

class AuthorMark extends WidgetType {
  readonly #text: string

  constructor(block: FreshBlock) {
    super()
    this.#text = words.fresh.by(visibleName(block.agentName, 60), clock.format(block.at))
  }

  override eq(other: AuthorMark): boolean {
    return other.#text === this.#text
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span')
    mark.className = 'cm-author'
    mark.textContent = this.#text
    return mark
  }
}

const freshLine = Decoration.line({ class: 'cm-fresh' })

/** Marks only drawn lines, as an agent may rewrite 20,000. */
function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const blocks = readFreshBlocks(view.state)
  let done = -1
  for (const visible of view.visibleRanges) {
    for (const block of blocks) {
      if (block.to < visible.from || block.from > visible.to)
        continue
      for (let at = Math.max(block.from, visible.from); at <= Math.min(block.to, visible.to);) {
        const line = view.state.doc.lineAt(at)
        if (line.from > done) {
          builder.add(line.from, line.from, freshLine)
          if (line.from === block.from)
            builder.add(line.to, line.to, Decoration.widget({ widget: new AuthorMark(block), side: 1 }))
          done = line.from
        }
        at = line.to + 1
      }
    }
  }
  return builder.finish()
}

/** Marks lines written by agents until the person edits them or dismisses the marks. */
export function createFreshLines(): Extension {
  return [freshField, ViewPlugin.fromClass(class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate): void {
      const hasChanged = readFreshBlocks(update.startState) !== readFreshBlocks(update.state)
      if (hasChanged || ((update.docChanged || update.viewportChanged) && readFreshBlocks(update.state).length > 0))
        this.decorations = decorate(update.view)
    }
  }, { decorations: plugin => plugin.decorations })]
}

/** Whether a change came from the host: an agent's, another program's, or another window's. */
export function isFromHost(transaction: Transaction): boolean {
  return transaction.annotation(Transaction.remote) === true
}
