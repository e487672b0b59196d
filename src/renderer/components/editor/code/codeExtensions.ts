import type { Indent } from './indentOf'
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { collab } from '@codemirror/collab'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, type KeyBinding, keymap, lineNumbers } from '@codemirror/view'
import { codeTheme } from './codeTheme'
import { freshLines } from './freshLines'
import { hiddenCharacters } from './hiddenCharacters'

/** How long Tab leaves the text after Escape: generous, for people who are not quick. */
const leaveMs = 5_000

/** Escape lets the next Tab leave the text, also where it takes back a selection. */
const leaving: KeyBinding = {
  key: 'Escape',
  run: (view) => {
    view.setTabFocusMode(leaveMs)
    return false
  },
}

/** What every open file has, whatever its language. */
export function codeExtensions({ version, clientId, indent, isLight }: {
  version: number
  clientId: string
  indent: Indent
  /** The extensions for texts with very long lines: none that look at whole lines. */
  isLight: boolean
}): Extension {
  return [
    // The host counts line feeds only; anything else is a character of its line.
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of(text => text.replaceAll(/\r\n?/g, '\n')),
    indentUnit.of(indent.kind === 'tabs' ? '\t' : ' '.repeat(indent.size)),
    EditorState.tabSize.of(indent.kind === 'tabs' ? indent.size : 4),
    collab({ startVersion: version, clientID: clientId }),
    history(), // remote changes are no part of it
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    hiddenCharacters(),
    freshLines(),
    search({ top: true, createPanel: () => ({ dom: document.createElement('div'), top: true }) }),
    indentOnInput(),
    closeBrackets(),
    isLight ? [] : [bracketMatching(), highlightSelectionMatches({ minSelectionLength: 2, maxMatches: 200 })],
    keymap.of([leaving, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    codeTheme(),
  ]
}
