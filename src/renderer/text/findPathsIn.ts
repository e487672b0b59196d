import { misleadingCharacters } from '../../shared/text/misleadingCharacters'

/** A text that may name a file, and perhaps a place in it; whether there is one has to be looked up. */
export interface PathInText {
  /** Where it stands, with the line that follows. */
  readonly start: number
  readonly end: number
  /** As it is written. */
  readonly path: string
  readonly line?: number
  readonly column?: number
}

/** How `findPathsIn` reads a text. */
interface PathReading {
  /** The most places to return. */
  readonly max: number
  /** A name alone is a path only where a line follows: in code, `console.log` is not a path. */
  readonly isCode?: boolean
  /** Backslashes separate names, and a drive may be before them. */
  readonly isWindows?: boolean
}

/** Longer ones are not written by people or compilers. */
const maxWrittenCharacters = 1_024
// What no path in a text is read across. A path may hold spaces, quotes, commas and more; that it ends there cannot be
// told.
const between = '\\s"\'`<>|*?{}()[\\];,:!&=^#\\u0000-\\u001F\\u007F-\\u009F'
  + '\\u2018\\u2019\\u201C\\u201D\\u00AB\\u00BB\\u2026\\u2192\\u3001\\u3002\\u300C-\\u300F\\uFF08\\uFF09\\uFF0C\\uFF1A'
/** Folders of web frameworks: `app/(shop)/[id].tsx`, `[[...slug]]`. */
const framework = '(?<=[\\\\/])(?:\\([\\w.@-]+\\)|\\[\\[?[\\w.@-]+\\]?\\])'
const bareNames = 'Makefile|Dockerfile|Containerfile|Gemfile|Rakefile|Procfile|Justfile|Vagrantfile|LICENSE|README|CHANGELOG|CODEOWNERS'
/** A run of what paths are made of that holds a dot or a separator, or a name that people know without. */
const onPosix = runs('\\\\', '')
const onWindows = runs('', '(?:[A-Za-z]:(?=[\\\\/]))?')
/**
 * `:3`, `:3:7`, `:3-9`, `(3,7)`, `#L3`, `", line 3`, `: line 3`: as compilers, Python, the shell and web pages say it.
 */
const place = new RegExp([
  ':(\\d{1,7})(?::(\\d{1,7})|-\\d{1,7})?(?!\\d)',
  '\\((\\d{1,7})(?:, ?(\\d{1,7}))?\\)',
  '#L(\\d{1,7})(?:C(\\d{1,7}))?(?:-L?\\d{1,7})?',
  '["\'\\u2019\\u201D]?[,:]? line (\\d{1,7})',
].join('|'), 'y')
const misleading = new RegExp(`[${misleadingCharacters}\\u00AD\\u200B-\\u200F\\u2028\\u2029]`, 'u')
/** A name with an extension, or hidden, or one of those that people know without. */
const fileName = /^(?:\.?[\p{L}\p{N}_$@+~-][\p{L}\p{N}_$@+~.-]*\.\p{L}[\p{L}\p{N}]{0,11}|\.[a-z][\w-]+)$/u
const bareName = new RegExp(`^(?:${bareNames})$`)
const abbreviation = /^(?:e\.g|i\.e)$/i

/** A text with this many times more candidates than allowed is not a list of files. */
const maxTries = 10

/** What in a text may name a file. Takes time in proportion to the text. */
export function findPathsIn(text: string, { max, isCode = false, isWindows = false }: PathReading): PathInText[] {
  const found: PathInText[] = []
  const run = new RegExp(isWindows ? onWindows : onPosix)
  let tries = max * maxTries
  for (let match = run.exec(text); match && found.length < max && tries > 0; match = run.exec(text)) {
    tries--
    const written = match[0].length > maxWrittenCharacters ? '' : match[0].replace(/\.+$/, '')
    const after = written.length === match[0].length ? placeAt(text, run.lastIndex) : undefined
    if (!isPath(written, { isCode: isCode && after === undefined, isWindows }) || isAddress(text, match.index))
      continue
    const before = found.at(-1)
    // "docs/my notes.md" is one file, or none: in doubt the name alone leads nowhere.
    const isCut = before?.end === match.index - 1 && text[before.end] === ' ' && before.line === undefined
      && isFolderLike(before.path) && !/[\\/]/.test(written)
    const start = isCut ? before.start : match.index
    if (isCut)
      found.pop()
    found.push({
      start,
      end: after?.end ?? match.index + written.length,
      path: text.slice(start, match.index) + written,
      ...after?.line !== undefined && { line: after.line },
      ...after?.column !== undefined && { column: after.column },
    })
    run.lastIndex = Math.max(run.lastIndex, after?.end ?? 0)
  }
  return found
}

/** A path that all of a text is, with the place that is behind it. */
export type WholePath = Omit<PathInText, 'start' | 'end'>

/** All of a text as a path; `undefined` where its characters mislead. */
export function wholePath(text: string): WholePath | undefined {
  const [, path = '', line, column] = /^(.*?)(?:(?::|#L)(\d{1,7})(?:[:C](\d{1,7}))?(?:-L?\d+(?:C\d+)?)?)?$/s.exec(text) ?? []
  if (path === '' || misleading.test(path))
    return undefined
  return {
    path,
    ...Number(line) > 0 && { line: Number(line) },
    ...Number(line) > 0 && Number(column) > 0 && { column: Number(column) },
  }
}

/**
 * What the address of a link names: a relative path, an absolute one, or a `file:` address of this machine. `undefined`
 * for anything else, such as a place on the web or in the same text.
 */
export function pathInAddress(address: string, isWindows = false): WholePath | undefined {
  // Behind an ending it is a place in the file; elsewhere it may be part of a name, as in "C#/notes.md".
  const named = wholePath(address.replace(/^#.*|(?<=\.[^./#\\]+)#(?!L\d).*$/s, ''))
  const isFile = named && /^file:\/\/(?:localhost)?\//i.test(named.path)
  if (!named || (!isFile && /^(?:[a-z][a-z\d+.-]+:|[\\/]{2})/i.test(named.path)))
    return undefined
  try {
    const path = decodeURIComponent(isFile ? named.path.replace(/^file:\/\/[^/]*/i, '') : named.path)
    return misleading.test(path) ? undefined : { ...named, path: isWindows ? path.replace(/^\/(?=[a-z]:)/i, '') : path }
  }
  catch {
    return undefined // what is encoded is no text
  }
}

/** Names a folder, or a file without an extension: what follows may be the rest of its name. */
function isFolderLike(path: string): boolean {
  return /[\\/][^\\/.]*$/.test(path)
}

/** Starts only where no run is before: otherwise a long run would be read again from each of its letters. */
function runs(excluded: string, drive: string): RegExp {
  const letter = `[^${excluded}${between}]`
  const plain = `[^./\\\\${between}]`
  const path = `${drive}${plain}*[./${excluded ? '' : '\\\\'}](?:${letter}+|${framework})*`
  return new RegExp(`(?<![^${between}])(?:${path}|(?:${bareNames})(?!${letter}))`, 'g')
}

function placeAt(text: string, index: number): { end: number, line?: number, column?: number } | undefined {
  place.lastIndex = index
  const match = place.exec(text)
  if (!match)
    return undefined
  const line = Number(match[1] ?? match[3] ?? match[5] ?? match[7])
  const column = Number(match[2] ?? match[4] ?? match[6] ?? 0)
  return { end: place.lastIndex, ...line > 0 && { line }, ...line > 0 && column > 0 && { column } }
}

function isPath(written: string, { isCode, isWindows }: { isCode: boolean, isWindows: boolean }): boolean {
  if (written === '' || /^[\\/]{2}/.test(written) || misleading.test(written))
    return false
  const names = written.split(isWindows ? /[\\/]/ : '/')
  const last = names.at(-1)!
  if (names.length === 1)
    return !isCode && ((fileName.test(last) && !abbreviation.test(last)) || bareName.test(last))
  return /[\p{L}\p{N}_]/u.test(last) && /\p{L}/u.test(written)
}

/** `https://…` and its like: a colon is before what looks like a path of another machine. */
function isAddress(text: string, start: number): boolean {
  return text[start - 1] === ':' && text.startsWith('//', start)
}
