import { typescriptLanguage } from '@codemirror/lang-javascript'
import { LanguageSupport } from '@codemirror/language'
import { type Parser, type Tree, TreeFragment } from '@lezer/common'
import { expect, it } from 'vitest'
import { makeResumable } from '../../../../src/renderer/components/editor/code/resumable'

const whole = new LanguageSupport(typescriptLanguage)
const { language: { parser } } = makeResumable(whole)

const numbers = Array.from({ length: 300 }, (_, number) => number)
const kinds = {
  'comments after statements': numbers.map(number => `export const value${number} = compute(${number}, 'name') // note\n`).join(''),
  'comments above statements': numbers.map(number => `/** Value. */\nexport const value${number} = compute(${number})\n`).join(''),
  'a function': `function all() {\n${numbers.map(number => `  const value${number} = compute(${number}) // note\n`).join('')}}\n`,
  'a class': `class All {\n${numbers.map(number => `  /** Value. */\n  value${number} = compute(${number})\n`).join('')}}\n`,
}

// Lezer sometimes ends a reused statement after its comment, so the ends of nodes are not compared.
function detectShape(tree: Tree): string[] {
  const nodes: string[] = []
  tree.iterate({ enter: ({ name, from }) => void nodes.push(`${name} ${from}`) })
  return nodes
}

function parseAgain(parser: Parser, doc: string, fragments: readonly TreeFragment[]): { tree: Tree, steps: number } {
  const parse = parser.startParse(doc, fragments)
  for (let steps = 1; ; steps++) {
    const tree = parse.advance()
    if (tree)
      return { tree, steps }
  }
}

it.each(Object.entries(kinds))('parses few lines around a change in a text without semicolons: %s', (_, text) => {
  let doc = text
  let fragments = TreeFragment.addTree(parser.parse(doc))
  for (const number of [0, 7, 8, 9, 100, 101, 250, 3]) {
    const at = doc.indexOf(`value${number} `) + 2
    doc = `${doc.slice(0, at)}a${doc.slice(at)}`
    fragments = TreeFragment.applyChanges(fragments, [{ fromA: at, toA: at, fromB: at, toB: at + 1 }])
    const { tree, steps } = parseAgain(parser, doc, fragments)
    expect(steps).toBeLessThan(2_000)
    expect(detectShape(tree)).toEqual(detectShape(whole.language.parser.parse(doc)))
    fragments = TreeFragment.addTree(tree, fragments)
  }
})
