import type { Word } from '../shell/word'
import { isPosixShell, isShell, runsScripts } from '../../../shared/text/interpreters'
import { commandName } from '../shell/word'

/** How the words of an interpreter are read. */
interface Grammar {
  readonly names: RegExp
  /** What follows is the program itself, no path. */
  readonly text: RegExp
  /** Options that take a word of their own. */
  readonly withWord: RegExp
  /** Words before the script. */
  readonly verbs?: RegExp
}

const grammars: readonly Grammar[] = [
  { names: /^python[\d.]*$/, text: /^-[a-zA-Z]*[cm]/, withWord: /^-[WX]$/ },
  {
    names: /^(?:node|deno|bun|tsx|ts-node)$/,
    text: /^(?:-p?e|-p|--eval|--print)$/,
    withWord: /^-[rCcAS]$/,
    verbs: /^(?:run|test|inspect|watch|eval|bench|serve)$/,
  },
  { names: /^(?:perl|ruby)$/, text: /^-[a-z0-9]*e$/i, withWord: /^-[ICrx]$/ },
  { names: /^php$/, text: /^-[rBRE]$/, withWord: /^-[cdzfF]$/ },
]
const shellGrammar: Omit<Grammar, 'names'> = { text: /^-[a-zA-Z]*c$/, withWord: /^[-+][a-z]*o$/i }

/**
 * The words of an interpreter that may name the script it runs: the first that is no option, and before it what options take. The text
 * after `-c` or `-e` is a program and no path.
 */
export function scriptsOf(words: readonly Word[]): Word[] {
  const name = commandName(words[0])
  const grammar = isPosixShell(name) || isShell(name) ? shellGrammar : grammars.find(({ names }) => names.test(name))
  if (!grammar || (!runsScripts(name) && !/^(?:tsx|ts-node|fish|tcsh)$/.test(name)))
    return []
  const found: Word[] = []
  let isValue = false
  for (const word of words.slice(1)) {
    const { text, isExact } = word
    if (text.startsWith('-') || text.startsWith('+')) {
      if (grammar.text.test(text))
        return found
      const [option, value] = text.split(/=(.*)/s)
      if (text.startsWith('--') && value !== undefined)
        found.push({ text: value, isExact })
      isValue = text.startsWith('--') ? value === undefined && text !== '--' : grammar.withWord.test(option!)
      continue
    }
    const isVerb = !isValue && found.length === 0 && grammar.verbs?.test(text) === true
    if (!isVerb)
      found.push(word)
    if (!isValue && !isVerb)
      return found
    isValue = false
  }
  return found
}
