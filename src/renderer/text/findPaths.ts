import { misleadingCharacters } from '../../shared/text/misleadingCharacters'

/** A possible path in a text, optionally with a position in the file. The file may not exist. */
export interface PathInText {
  /** Start of the match, which includes the position. */
  readonly start: number
  readonly end: number
  /** The path as written. */
  readonly path: string
  readonly line?: number
  readonly column?: number
}

interface PathReading {
  /** Maximum paths to return. */
  readonly max: number
  /** Whether the text is code, in which a mere name, such as `console.log`, is a path only with a line number. */
  readonly isCode?: boolean
  /** Whether backslashes separate names and paths may start with a drive. */
  readonly isWindows?: boolean
}

/** Maximum characters of a path. People and compilers don't write longer ones. */
const maxWrittenCharacters = 1_024
// Characters that end a path. Paths may contain spaces, quotes, commas and more, but then their end can't be
// recognized.
const between = '\\s"\'`<>|*?{}()[\\];,:!&=^#\\u0000-\\u001F\\u007F-\\u009F'
  + '\\u2018\\u2019\\u201C\\u201D\\u00AB\\u00BB\\u2026\\u2192\\u3001\\u3002\\u300C-\\u300F\\uFF08\\uFF09\\uFF0C\\uFF1A'
/** Folders of web frameworks: `app/(shop)/[id].tsx`, `[[...slug]]`. */
const framework = '(?<=[\\\\/])(?:\\([\\w.@-]+\\)|\\[\\[?[\\w.@-]+\\]?\\])'
const bareNames = 'Makefile|Dockerfile|Containerfile|Gemfile|Rakefile|Procfile|Justfile|Vagrantfile|LICENSE|README|CHANGELOG|CODEOWNERS'
/** A run of path characters with a dot or a separator, or a known bare name. */
const onPosix = buildRunPattern('\\\\', '')
const onWindows = buildRunPattern('', '(?:[A-Za-z]:(?=[\\\\/]))?')
/**
 * A position as written by compilers, Python, the shell and web pages: `:3`, `:3:7`, `:3-9`, `(3,7)`, `#L3`, `", line
 * 3`, `: line 3`.
 */
const place = new RegExp([
  ':(\\d{1,7})(?::(\\d{1,7})|-\\d{1,7})?(?!\\d)',
  '\\((\\d{1,7})(?:, ?(\\d{1,7}))?\\)',
  '#L(\\d{1,7})(?:C(\\d{1,7}))?(?:-L?\\d{1,7})?',
  '["\'\\u2019\\u201D]?[,:]? line (\\d{1,7})',
].join('|'), 'y')
const misleading = new RegExp(`[${misleadingCharacters}\\u00AD\\u200B-\\u200F\\u2028\\u2029]`, 'u')
/** A name with an extension, or a hidden one. */
const fileName = /^(?:\.?[\p{L}\p{N}_$@+~-][\p{L}\p{N}_$@+~.-]*\.\p{L}[\p{L}\p{N}]{0,11}|\.[a-z][\w-]+)$/u
const bareName = new RegExp(`^(?:${bareNames})$`)
const abbreviation = /^(?:e\.g|i\.e)$/i

/** Skips texts with this many times more candidates than allowed. */
const maxTries = 10

/** Finds possible paths in a text, in linear time. */
export function findPaths(text: string, { max, isCode = false, isWindows = false }: PathReading): PathInText[] {
  const found: PathInText[] = []
  const run = new RegExp(isWindows ? onWindows : onPosix)
  let tries = max * maxTries
  for (let match = run.exec(text); match && found.length < max && tries > 0; match = run.exec(text)) {
    tries--
    const written = match[0].length > maxWrittenCharacters ? '' : match[0].replace(/\.+$/, '')
    const after = written.length === match[0].length ? parsePlace(text, run.lastIndex) : undefined
    if (!isPath(written, { isCode: isCode && after === undefined, isWindows }) || isAddress(text, match.index))
      continue
    const before = found.at(-1)
    // "docs/my notes.md" may be a single file, so its last part alone is not linked.
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

/** A path that is a whole text, with its position. */
export type WholePath = Omit<PathInText, 'start' | 'end'>

/** Parses a whole text as a path. Returns `undefined` for misleading characters. */
export function parseWholePath(text: string): WholePath | undefined {
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
 * Parses the address of a link as a relative or absolute path, or as a `file:` address on this machine. Returns
 * `undefined` for other addresses, such as web addresses and fragments.
 */
export function parsePathAddress(address: string, isWindows = false): WholePath | undefined {
  // After an extension, "#" starts a fragment. Elsewhere it may be part of a name, as in "C#/notes.md".
  const named = parseWholePath(address.replace(/^#.*|(?<=\.[^./#\\]+)#(?!L\d).*$/s, ''))
  const isFile = named && /^file:\/\/(?:localhost)?\//i.test(named.path)
  if (!named || (!isFile && /^(?:[a-z][a-z\d+.-]+:|[\\/]{2})/i.test(named.path)))
    return undefined
  try {
    const path = decodeURIComponent(isFile ? named.path.replace(/^file:\/\/[^/]*/i, '') : named.path)
    return misleading.test(path) ? undefined : { ...named, path: isWindows ? path.replace(/^\/(?=[a-z]:)/i, '') : path }
  }
  catch {
    return undefined // invalid percent-encoding
  }
}

/** Whether a path may be a folder or a file without an extension, so that the name may continue. */
function isFolderLike(path: string): boolean {
  return /[\\/][^\\/.]*$/.test(path)
}

/**
 * Builds a pattern that matches only from the beginning of a run. Otherwise each letter would start a scan of a long
 * run.
 */
function buildRunPattern(excluded: string, drive: string): RegExp {
  const letter = `[^${excluded}${between}]`
  const plain = `[^./\\\\${between}]`
  const path = `${drive}${plain}*[./${excluded ? '' : '\\\\'}](?:${letter}+|${framework})*`
  return new RegExp(`(?<![^${between}])(?:${path}|(?:${bareNames})(?!${letter}))`, 'g')
}

function parsePlace(text: string, index: number): { end: number, line?: number, column?: number } | undefined {
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

/** Whether a match is part of an address such as `https://…`. */
function isAddress(text: string, start: number): boolean {
  return text[start - 1] === ':' && text.startsWith('//', start)
}
