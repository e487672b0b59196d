import type { Indent } from './detectIndent'
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { collab } from '@codemirror/collab'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { misleadingCharacters } from '../../../../shared/text/misleadingCharacters'
import { createFreshLines } from './freshLines'

/** How long after Escape the Tab key moves the focus. Generous, for slow typists. */
const leaveMs = 5_000

/** Escape makes the next Tab move the focus, even if it also clears a selection. */
const leaving: KeyBinding = {
  key: 'Escape',
  run: (view) => {
    view.setTabFocusMode(leaveMs)
    return false
  },
}

/** Creates the extensions that all open files use. */
export function createCodeExtensions({ version, clientId, indent, isLight }: {
  version: number
  clientId: string
  indent: Indent
  /** Omits extensions that examine whole lines, for texts with very long lines. */
  isLight: boolean
}): Extension {
  return [
    // The host counts line feeds only; other line separators are ordinary characters.
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of(text => text.replaceAll(/\r\n?/g, '\n')),
    indentUnit.of(indent.kind === 'tabs' ? '\t' : ' '.repeat(indent.size)),
    EditorState.tabSize.of(indent.kind === 'tabs' ? indent.size : 4),
    collab({ startVersion: version, clientID: clientId }),
    history(), // without remote changes
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    createHiddenCharacters(),
    createFreshLines(),
    search({ top: true, createPanel: () => ({ dom: document.createElement('div'), top: true }) }),
    indentOnInput(),
    closeBrackets(),
    isLight ? [] : [bracketMatching(), highlightSelectionMatches({ minSelectionLength: 2, maxMatches: 200 })],
    keymap.of([leaving, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    createCodeTheme(),
  ]
}

/** Invisible characters, and those that reorder text. Includes carriage returns, as line ends are line feeds here. */
const unseen = '\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u2028\\u2029\\uFFF9-\\uFFFB'
const hidden = new RegExp(`[${unseen}${misleadingCharacters}]`, 'gu')

/** Shows misleading characters as escapes. */
function createHiddenCharacters(): Extension {
  return highlightSpecialChars({
    specialChars: hidden,
    render(code) {
      const mark = document.createElement('span')
      mark.className = 'cm-hidden-character'
      mark.textContent = `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
      return mark
    },
  })
}

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.self, tags.atom, tags.bool],
    color: 'var(--code-keyword)',
  },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.attributeValue],
    color: 'var(--code-string)',
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.labelName],
    color: 'var(--code-name)',
  },
  { tag: [tags.link, tags.url], color: 'var(--code-name)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName, tags.macroName], color: 'var(--code-type)' },
  { tag: [tags.number, tags.unit, tags.color, tags.escape], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction, tags.quote], color: 'var(--code-note)' },
  { tag: tags.heading, color: 'var(--code-name)', fontWeight: 'var(--weight-bold)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: 'var(--weight-bold)' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--sheet)', color: 'var(--ink)', fontSize: 'var(--text-code)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    lineHeight: 'var(--line-code)',
    letterSpacing: '0',
  },
  // Space to scroll the last line above floating elements.
  '.cm-content': { caretColor: 'var(--ink)', padding: 'var(--s2) 0 var(--s12)' },
  '.cm-line': { padding: '0 var(--s3) 0 var(--s2)' },
  '.cm-gutters': { backgroundColor: 'var(--sheet)', color: 'var(--ink-3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '5ch', padding: '0 var(--s1h) 0 var(--s2)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-fresh': {
    backgroundImage: 'linear-gradient(to right, var(--accent-soft), transparent)',
    boxShadow: 'inset 3px 0 var(--accent)',
  },
  '@media (forced-colors: active)': { '.cm-fresh': { borderInlineStart: '3px solid' } },
  '.cm-author': {
    marginInlineStart: 'var(--s6)',
    color: 'var(--ink-3)',
    font: 'var(--text-s) var(--font)',
    userSelect: 'none',
  },
  '.cm-hidden-character': { color: 'var(--bad)', backgroundColor: 'var(--bad-soft)', borderRadius: 'var(--r-xs)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--active)' },
  '.cm-searchMatch': { backgroundColor: 'var(--code-mark)', color: 'var(--ink)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--ask-solid)', color: 'var(--on-ask)' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--active)',
    outline: '1px solid var(--line-strong)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-soft)' },
  '.cm-panels': { display: 'none' }, // the window has its own find bar
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--ok-soft)' },
  '.cm-changedText': { background: 'var(--ok-mark)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft)', paddingInlineStart: 'var(--s2)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'var(--bad-mark)', textDecoration: 'none' },
  '.cm-deletedLine del': { textDecoration: 'none' },
  '.cm-changeGutter': { width: '3px' },
  '.cm-changedLineGutter': { backgroundColor: 'var(--ok)' },
  '.cm-deletedLineGutter': { backgroundColor: 'var(--bad)' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '""' }, // few fonts have these characters
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--ink-2)',
    font: 'var(--text-s)/var(--line-m) var(--font)',
  },
})

/**
 * The colours, fonts and sizes of the window, so that themes, contrast and density change code with everything else.
 */
function createCodeTheme(): Extension {
  return [look, syntaxHighlighting(colours)]
}
