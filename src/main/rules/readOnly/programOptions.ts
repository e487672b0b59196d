/**
 * What an option takes. `flag`: nothing. `maybe`: nothing, or a value after `=`. `number`, `text`, `path`: a value, after `=` or as the
 * next word. `pattern`: a text that stands for the first operand. The rest say what they widen: `below` lists the folders in a folder,
 * too, `tree` reads folders whole, `hidden` hidden files too, and a `glob` of what to look in both ways; `names` makes it show no content,
 * and `content` content; a `format` is git's. `selects` and `chooses` (with a value) pick commits of git's history.
 */
export type OptionKind
  = | 'flag'
    | 'maybe'
    | 'number'
    | 'text'
    | 'path'
    | 'pattern'
    | 'below'
    | 'tree'
    | 'hidden'
    | 'glob'
    | 'list'
    | 'names'
    | 'content'
    | 'context'
    | 'format'
    | 'selects'
    | 'chooses'

/** The options that a program may be given, by their whole names. */
export type ProgramOptions = Readonly<Record<string, OptionKind>>

/** Single letters, which may stand together. */
export function letters(all: string, kind: OptionKind = 'flag'): ProgramOptions {
  return Object.fromEntries([...all].map(letter => [`-${letter}`, kind]))
}

/** Long options, without their `--`. */
export function longs(names: string, kind: OptionKind = 'flag'): ProgramOptions {
  return Object.fromEntries(names.split(' ').map(name => [`--${name}`, kind]))
}
