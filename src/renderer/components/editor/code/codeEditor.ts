import type { TextUpdate } from '../../../../shared/contract/methods/bufferMethods'
import type { CodePlace } from '../unsentTexts'
import type { FileLanguage } from './languages'
import { unifiedMergeView } from '@codemirror/merge'
import { type ChangeSet, Compartment, EditorState, type Extension, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { HostError } from '../../../../shared/errors'
import { maxSentCharacters, maxTextSize } from '../../../../shared/files/fileLimits'
import { editorWords } from '../words'
import { createCodeExtensions } from './codeExtensions'
import { createCollabWire } from './collabWire'
import { detectIndent, type Indent } from './detectIndent'
import { countFreshLines } from './freshBlocks'
import { isFromHost, markFreshLines, readFreshBlocks } from './freshLines'
import { computeSingleChange, type UnsentChanges } from './unsentChanges'

/** The caret, the selection, and the marked lines. Lines and columns are counted from 1. */
export interface CodeStatus {
  readonly line: number
  readonly column: number
  /** Number of selected characters, and their lines. */
  readonly selected: number
  readonly firstLine: number
  readonly lastLine: number
  /** Number of lines written by agents and not edited since, and the agents' names. */
  readonly freshLines: number
  readonly freshNames: readonly string[]
}

interface CodeOptions {
  readonly parent: HTMLElement
  readonly file: { readonly text: string, readonly version: number, readonly isReadOnly: boolean }
  readonly clientId: string
  readonly language: FileLanguage | undefined
  readonly attributes: Readonly<Record<string, string>>
  readonly send: (version: number, updates: TextUpdate[]) => Promise<{ isAccepted: boolean }>
  readonly onStatus: (status: CodeStatus) => void
  /** The person changed the text. */
  readonly onTyped: () => void
  readonly onLost: () => void
  readonly onFailed: (error: unknown) => void
}

/** An editor of an open file. */
export interface CodeEditor {
  readonly view: EditorView
  readonly indent: Indent
  push(): Promise<void>
  receive(version: number, updates: readonly TextUpdate[]): void
  /** Changes the host does not have; `undefined` if none. */
  unsent(): UnsentChanges | undefined
  /** Returns the selection, scroll position and focus. */
  place(): CodePlace
  restorePlace(place: CodePlace): void
  goTo(place: { readonly line: number, readonly column?: number | undefined }): void
  /** Makes the text read-only or editable. When editable, also sends input that was not sent meanwhile. */
  lock(isReadOnly: boolean): void
  /** Shows the difference from `original`, or hides it if `undefined`. */
  compare(original: string | undefined): void
  /** Replaces the text, which can be undone. */
  replace(text: string): void
  dispose(): void
}

/** Texts or lines longer than this get no extension that examines whole lines. */
const longLine = 20_000
const longText = 4_000_000
/** Time limit of a comparison. After it, the rest is compared coarsely. */
const compareMs = 200

/** Creates an editor for a buffer of the host and keeps both in sync. Long because it lists the extensions. */
export function createCodeEditor(options: CodeOptions): CodeEditor {
  const { parent, file, clientId, language, attributes, onFailed, onStatus, onTyped } = options
  const doc = Text.of(file.text.split('\n'))
  const isLight = file.text.length > longText || hasLongLine(doc)
  const indent = detectIndent(doc)
  const [languageCompartment, mergeCompartment, readOnlyCompartment] = [new Compartment(), new Compartment(), new Compartment()]
  let isGone = false

  const view: EditorView = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        createCodeExtensions({ version: file.version, clientId, indent, isLight }),
        createSizeLimit(why => onFailed(new HostError('unsupported', why))),
        readOnlyCompartment.of(EditorState.readOnly.of(file.isReadOnly)),
        // The text is focusable anyway; accessibility checkers require the attribute.
        EditorView.contentAttributes.of({ spellcheck: 'false', tabindex: '0', ...attributes }),
        languageCompartment.of([]),
        mergeCompartment.of([]),
        EditorView.updateListener.of(({ state, startState, docChanged, selectionSet, transactions }) => {
          if (docChanged && transactions.some(transaction => transaction.docChanged && !isFromHost(transaction))) {
            onTyped()
            wire.push().catch(onFailed)
          }
          if (docChanged || selectionSet || readFreshBlocks(state) !== readFreshBlocks(startState))
            onStatus(getStatus(state))
        }),
      ],
    }),
  })
  const after = (...[changed, by]: Parameters<Parameters<typeof createCollabWire>[0]['after']>) =>
    markFreshLines(changed, by, Date.now())
  const wire = createCollabWire({ view, send: options.send, after, onLost: options.onLost })
  onStatus(getStatus(view.state))

  if (language && !isLight) {
    language.load().then(loaded => isGone || view.dispatch({ effects: languageCompartment.reconfigure(loaded) })).catch(onFailed)
  }

  return {
    view,
    indent,
    push: () => wire.push(),
    receive: (version, updates) => isGone || wire.receive(version, updates),
    unsent: () => wire.unsent(),
    place() {
      const { anchor, head } = view.state.selection.main
      return { anchor, head, top: view.scrollDOM.scrollTop, isFocused: view.hasFocus }
    },
    restorePlace({ anchor, head, top }) {
      const { length } = view.state.doc
      view.dispatch({ selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) } })
      view.requestMeasure({ read: () => undefined, write: () => view.scrollDOM.scrollTop = top })
    },
    goTo({ line, column = 1 }) {
      const { from, to } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)))
      const anchor = Math.min(from + Math.max(0, column - 1), to)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    },
    lock(isReadOnly) {
      view.dispatch({ effects: readOnlyCompartment.reconfigure(EditorState.readOnly.of(isReadOnly)) })
      if (!isReadOnly)
        wire.push().catch(onFailed)
    },
    compare(original) {
      const extension = original === undefined
        ? []
        : unifiedMergeView({
            original: Text.of(original.split('\n')),
            mergeControls: false,
            diffConfig: { scanLimit: 500, timeout: compareMs },
            collapseUnchanged: { margin: 3, minSize: 6 },
          })
      view.dispatch({ effects: mergeCompartment.reconfigure(extension) })
    },
    replace(text) {
      view.dispatch({ changes: computeSingleChange(view.state.doc.toString(), text), userEvent: 'revert' })
    },
    dispose() {
      isGone = true
      view.destroy()
    },
  }
}

function hasLongLine(text: Text): boolean {
  for (const line of text.iterLines()) {
    if (line.length > longLine)
      return true
  }
  return false
}

function getStatus(state: EditorState): CodeStatus {
  const { from, to, head } = state.selection.main
  const at = state.doc.lineAt(head)
  const blocks = readFreshBlocks(state)
  const last = state.doc.lineAt(to)
  return {
    line: at.number,
    column: head - at.from + 1,
    selected: to - from,
    firstLine: state.doc.lineAt(from).number,
    // A selection that ends at a line's start excludes that line.
    lastLine: to > from && last.from === to ? last.number - 1 : last.number,
    freshLines: countFreshLines(blocks, state.doc),
    freshNames: [...new Set(blocks.map(({ agentName }) => agentName))],
  }
}

const { tooLong } = editorWords

/** Drops a change that the host would reject, as it would block all later ones. */
export function createSizeLimit(onRefused: (why: string) => void): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    const { changes } = transaction
    if (!transaction.docChanged || isFromHost(transaction))
      return transaction
    const isTooLong = changes.newLength > maxTextSize && changes.newLength > changes.length
    const isTooMuch = transaction.isUserEvent('input') && countInserted(changes) > maxSentCharacters
    if (!isTooLong && !isTooMuch)
      return transaction
    onRefused(isTooLong ? tooLong.whole : tooLong.atOnce)
    return []
  })
}

function countInserted(changes: ChangeSet): number {
  let inserted = 0
  changes.iterChanges((_fromA, _toA, fromB, toB) => inserted += toB - fromB)
  return inserted
}
