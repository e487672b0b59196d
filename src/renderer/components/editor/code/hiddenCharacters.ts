import type { Extension } from '@codemirror/state'
import { highlightSpecialChars } from '@codemirror/view'
import { misleadingCharacters } from '../../../../shared/text/misleadingCharacters'

/** What is not seen, or turns the text around it. A carriage return is one: line ends are line feeds here. */
const unseen = '\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u2028\\u2029\\uFFF9-\\uFFFB'
const hidden = new RegExp(`[${unseen}${misleadingCharacters}]`, 'gu')

/** Writes characters out that mislead whoever reads the code. */
export function hiddenCharacters(): Extension {
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
