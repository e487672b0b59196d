import type { ThemeRegistration } from '@shikijs/core'

const scopes: readonly (readonly [colour: string, scope: string])[] = [
  ['--ink', 'keyword.operator, punctuation, meta.template.expression, meta.embedded'],
  [
    '--code-keyword',
    'keyword, storage, constant.language, variable.language, keyword.operator.new, keyword.operator.expression',
  ],
  ['--code-keyword', 'keyword.operator.logical.python, keyword.operator.word'],
  ['--code-string', 'string, punctuation.definition.string, constant.other.symbol, markup.inline.raw'],
  ['--code-name', 'entity.name.function, support.function, entity.other.attribute-name, markup.heading'],
  ['--code-name', 'support.type.property-name, punctuation.support.type.property-name'],
  [
    '--code-type',
    'entity.name.type, entity.name.class, entity.name.namespace, entity.name.tag, entity.other.inherited-class',
  ],
  ['--code-type', 'support.type, support.class, storage.type.java, storage.type.generic'],
  ['--code-number', 'constant.numeric, constant.character.escape, constant.other.color, keyword.other.unit'],
  ['--code-note', 'comment, punctuation.definition.comment, meta.diff.header, meta.diff.range'],
  ['--ok', 'markup.inserted'],
  ['--bad', 'markup.deleted, invalid'],
  // Operators are recognizable without a colour.
  ['--ink', 'storage.type.function.arrow'],
]

/**
 * The window's colours for code, so that themes and contrast apply to all code, including reviews and the editor.
 */
export const codeColours: ThemeRegistration = {
  name: 'parley',
  type: 'light',
  fg: 'inherit',
  bg: 'transparent',
  settings: scopes.map(([colour, scope]) => ({ scope, settings: { foreground: `var(${colour})` } })),
}
