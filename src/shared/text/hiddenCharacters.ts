// eslint-disable-next-line regexp/prefer-character-class -- in a class these would join the characters before them
const hidden = new RegExp([
  '[^\\P{C}\\n\\t]|[^\\P{Z} ]', // control, format and private characters; blanks of other kinds, which are letters to a shell
  '\\u034F|[\\u17B4\\u17B5]|[\\u180B-\\u180F]|[\\uFE00-\\uFE0F]|[\\u{E0100}-\\u{E01EF}]', // join what stands before them
  '[\\u115F\\u1160\\u2800\\u3164\\uFFA0]', // drawn as nothing
].join('|'), 'u')

/** Whether a text holds characters that are not seen, or are seen as something else; line feeds and tabs aside. */
export function holdsHidden(text: string): boolean {
  return hidden.test(text)
}
