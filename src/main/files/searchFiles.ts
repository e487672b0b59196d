import type { FileMatches, FileSearchEnd, LineMatch } from '../../shared/contract/methods/fileMethods'
import { Buffer, isUtf8 } from 'node:buffer'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { safeParse } from '../../shared/text/safeParse'
import { type DetectedEncoding, detectEncoding } from '../../shared/text/textEncoding'
import { versionControl } from '../git/repository'
import { readLines } from '../system/readLines'
import { readPlainBytes } from '../system/readPlainFile'
import { findHidden, type Hidden } from './findHidden'

/** Maximum length of the shown part of a line, which starts shortly before the first match. */
const shownCharacters = 300
const charactersBefore = 40

/** Longer messages come from generated lines, such as minified code. */
const maxMessage = 4 * 1024 * 1024

const ripgrepMatch = z.looseObject({
  type: z.literal('match'),
  data: z.looseObject({
    path: z.looseObject({ text: z.string() }),
    // `bytes` is base64, for a line that is not UTF-8.
    lines: z.union([z.looseObject({ text: z.string() }), z.looseObject({ bytes: z.string() })]),
    line_number: z.number().int(),
    submatches: z.array(z.looseObject({ start: z.number().int(), end: z.number().int() })),
  }),
})

/**
 * Path of the bundled ripgrep; `undefined` on platforms without a build. Resolved at load time, because Electron may
 * close the archive later.
 */
export const ripgrepPath = await findRipgrep()

/** A search query. */
export interface FileSearch {
  readonly text: string
  readonly isRegex: boolean
  readonly matchCase: boolean
  readonly wholeWord: boolean
  readonly include?: string | undefined
}

interface FileSearchRun {
  readonly search: FileSearch
  /** Real paths. */
  readonly folders: readonly string[]
  /** Whether a file may be shown. Gets an absolute path. */
  readonly isShown: (path: string) => boolean
  readonly onMatches: (files: FileMatches[]) => void
  readonly signal: AbortSignal
  /** Stops the search after this time without a match. */
  readonly silentMs?: number
}

/** More matches than a person would read. */
const maxMatches = 5_000
const maxInFile = 500
/** Batches matches for the window. */
const flushMs = 40
/** The first matches are sent immediately. */
const immediateMatches = 20
const problemCharacters = 500
const maxFileBytes = 20 * 1024 * 1024
const maxSilentMs = 60_000
/** Limits ripgrep's address space, in case no other limit applies. */
const maxKilobytes = 2 * 1024 * 1024

/** Searches the files of folders, except ignored ones. Never rejects: the result reports problems. */
export async function searchFiles(
  { search, folders, isShown, onMatches, signal, silentMs = maxSilentMs }: FileSearchRun,
): Promise<FileSearchEnd> {
  if (ripgrepPath === undefined)
    return createFailedSearch('The search program was not installed for this system.')
  if (search.text.includes('\0') || search.include?.includes('\0') === true)
    return createFailedSearch('A search cannot hold a NUL character. Take it out.')
  const found = new MatchBuffer(onMatches)
  let problem: string | undefined
  for (const folder of folders) {
    if (signal.aborted || found.isFull)
      break
    const hidden = await findHidden(folder, signal)
    const place = await mkdtemp(join(tmpdir(), 'parley-search-'))
    try {
      const ignoreFile = join(place, 'ignored')
      await writeFile(ignoreFile, hidden.folders.join('\n'), { mode: 0o600 })
      const isSearched = (path: string): boolean => isShown(path) && !hidden.hides(path)
      const inUnicode = spawnRipgrep(ripgrepPath, folder, { search, ignoreFile, encoding: 'auto' })
      const run = { found, isShown: isSearched, isLatin1: createLatin1Detector(), signal, silentMs }
      problem = await searchFolder(inUnicode, folder, { ...run, isInLatin1: false })
        ?? problem
        ?? describeUnreadRules(hidden)
      // Accented letters have different bytes in Latin-1.
      if (/[\u00A0-\u00FF]/.test(search.text.normalize('NFC')) && !found.isFull && !signal.aborted) {
        const inLatin1 = spawnRipgrep(ripgrepPath, folder, { search, ignoreFile, encoding: 'latin1' })
        problem = await searchFolder(inLatin1, folder, { ...run, isInLatin1: true }) ?? problem
      }
    }
    finally {
      await rm(place, { recursive: true, force: true })
    }
  }
  found.flush()
  return { ...found.counts, isStopped: signal.aborted, ...problem !== undefined && { problem } }
}

function createFailedSearch(problem: string): FileSearchEnd {
  return { files: 0, matches: 0, isCut: false, isStopped: false, problem }
}

/** Counts matches and sends them to the window in batches. */
class MatchBuffer {
  readonly #onMatches: (files: FileMatches[]) => void
  /** Number of matching lines per file. */
  readonly #lines = new Map<string, number>()
  #waiting: FileMatches[] = []
  #matches = 0
  #flushedAt = 0

  constructor(onMatches: (files: FileMatches[]) => void) {
    this.#onMatches = onMatches
  }

  get isFull(): boolean {
    return this.#matches >= maxMatches
  }

  get counts(): { files: number, matches: number, isCut: boolean } {
    const isCut = this.isFull || [...this.#lines.values()].some(lines => lines >= maxInFile)
    return { files: this.#lines.size, matches: this.#matches, isCut }
  }

  add(path: string, line: FileMatches['lines'][number]): void {
    this.#matches += Math.max(1, line.ranges.length)
    this.#lines.set(path, (this.#lines.get(path) ?? 0) + 1)
    const last = this.#waiting.at(-1)
    if (last?.path === path)
      this.#waiting[this.#waiting.length - 1] = { path, lines: [...last.lines, line] }
    else
      this.#waiting.push({ path, lines: [line] })
    if (this.#matches <= immediateMatches || performance.now() - this.#flushedAt > flushMs)
      this.flush()
  }

  flush(): void {
    if (this.#waiting.length > 0)
      this.#onMatches(this.#waiting)
    this.#waiting = []
    this.#flushedAt = performance.now()
  }
}

/** Detects files that are certainly Latin-1, and caches the result. */
function createLatin1Detector(): (path: string) => boolean {
  const known = new Map<string, boolean>()
  return (path) => {
    const isLatin1 = known.get(path) ?? detectLatin1(path)?.isSure === true
    known.set(path, isLatin1)
    return isLatin1
  }
}

function detectLatin1(path: string): DetectedEncoding | undefined {
  try {
    const found = detectEncoding(readPlainBytes(path, maxFileBytes), isUtf8)
    return found?.encoding === 'latin1' ? found : undefined
  }
  catch {
    return undefined // removed since the search
  }
}

/** A warning that the search may include ignored files. */
function describeUnreadRules({ unread, isCut }: Hidden): string | undefined {
  if (unread !== undefined)
    return `Some ignored files may be searched as well: "${unread}" is no plain file of at most 1 MB. Move it away.`
  return isCut
    ? 'Some ignored files may be searched as well: the folder is too large to look for ignore files.'
    : undefined
}

/** Splits a list at commas, except commas within braces, as in `*.{ts,tsx}`. */
function splitList(list: string): string[] {
  return list.match(/(?:\{[^{}]*\}|[^,])+/g) ?? []
}

/** The Unicode forms that a text may have on disk: letters with accents can be composed or decomposed. */
function listUnicodeForms(text: string): string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]
}

function spawnRipgrep(
  program: string,
  folder: string,
  { search: { text, isRegex, matchCase, wholeWord, include }, ignoreFile, encoding }: {
    search: FileSearch
    ignoreFile: string
    encoding: 'auto' | 'latin1'
  },
): ChildProcess {
  const globs = splitList(include ?? '').map(part => part.trim()).filter(part => part !== '')
  const args = [
    '--no-config',
    '--json',
    '--hidden',
    '--crlf', // `$` also matches before CRLF
    // ripgrep would open ignore files itself, even pipes and devices. Pass the hidden folders instead.
    '--no-ignore',
    '--ignore-file',
    ignoreFile,
    ...[...versionControl].flatMap(name => ['--glob', `!${name}`]),
    ...globs.flatMap(listUnicodeForms).flatMap(glob => ['--glob', glob]),
    '--max-count',
    String(maxInFile),
    '--max-filesize',
    String(maxFileBytes),
    '--encoding',
    encoding,
    ...isRegex ? [] : ['--fixed-strings'],
    matchCase ? '--case-sensitive' : '--ignore-case',
    ...wholeWord ? ['--word-regexp'] : [],
    ...(isRegex ? [text] : listUnicodeForms(text)).flatMap(pattern => ['--regexp', pattern]),
    '--',
    '.',
  ]
  const limited = ['-c', `ulimit -v ${maxKilobytes} 2>/dev/null; exec "$0" "$@"`, program, ...args]
  const [file, spawnArgs] = process.platform === 'win32' ? [program, args] : ['/bin/sh', limited]
  return spawn(file, spawnArgs, { cwd: folder, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Extracts the reason from ripgrep's output, which for an invalid pattern is on the last of several lines. */
function parseProblem(output: string): string | undefined {
  const fault = output.startsWith('rg: regex parse error:') ? /^error: (.+)$/m.exec(output)?.[1] : undefined
  return fault === undefined
    ? output.trim().replace(/^rg: /, '') || undefined
    : `This is not a regular expression: ${fault}.`
}

/** Reads ripgrep's output until it exits. Resolves to the problem, if the folder could not be searched. */
async function searchFolder(
  child: ChildProcess,
  folder: string,
  { found, isShown, isLatin1, isInLatin1, signal, silentMs }: {
    found: MatchBuffer
    silentMs: number
    isLatin1: (path: string) => boolean
    isInLatin1: boolean
  } & Pick<FileSearchRun, 'isShown' | 'signal'>,
): Promise<string | undefined> {
  const stop = (): void => void child.kill()
  signal.addEventListener('abort', stop, { once: true })
  let isTooSlow = false
  const silence = setTimeout(() => {
    isTooSlow = true
    stop()
  }, silentMs)
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => output = (output + text).slice(0, problemCharacters))
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', error => resolve(existsSync(folder) ? error.message : `There is no folder ${folder} any more.`))
    // 1: no match; 2: an error, which may concern only a single file.
    child.once('close', (code, signal) => resolve(
      signal !== null && signal !== 'SIGTERM' // sent by Parley
        ? `The search program ended by ${signal}, perhaps as it ran out of memory.`
        : code === 2 && found.counts.matches === 0 ? parseProblem(output) : undefined,
    ))
  })
  try {
    for await (const line of readLines(child.stdout!, maxMessage)) {
      silence.refresh()
      const match = line === undefined ? undefined : parseMatch(line)
      const path = match && join(folder, match.path)
      if (!match || path === undefined || !isShown(path) || ((isInLatin1 || match.isBytes) && !isLatin1(path)))
        continue
      found.add(path, match.line)
      if (found.isFull || signal.aborted)
        break
    }
  }
  finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    child.kill()
  }
  const problem = await ended
  return isTooSlow ? 'The search was stopped, as it found nothing for too long. Search a smaller folder.' : problem
}

async function findRipgrep(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked') // programs cannot run from within the archive
  }
  catch {
    return undefined // the module throws if there is no binary for this platform
  }
}

/** A matching line of a file. */
interface FoundLine {
  /** The path as ripgrep reports it. */
  readonly path: string
  readonly line: LineMatch
  /** The line is not UTF-8, so each byte is decoded as one character, as in Latin-1. */
  readonly isBytes: boolean
}

/** Parses a `match` message of ripgrep. `undefined` for other messages and for a path that is not UTF-8. */
export function parseMatch(json: string): FoundLine | undefined {
  if (!json.startsWith('{"type":"match"'))
    return undefined
  const { success, data: parsed } = safeParse(ripgrepMatch, JSON.parse(json))
  if (!success)
    return undefined
  const { path, lines, line_number: line, submatches } = parsed.data
  const isBytes = 'bytes' in lines
  const whole = (isBytes
    ? Buffer.from(String(lines.bytes), 'base64')
        .toString('latin1')
    : String(lines.text)).replace(/\r?\n$/, '')
  const ranges = isBytes
    ? submatches.map(({ start, end }): [number, number] => [start, end])
    : toUtf16Ranges(whole, submatches)
  const from = Math.max(0, (ranges[0]?.[0] ?? 0) - charactersBefore)
  const text = whole.slice(from, from + shownCharacters)
  return {
    path: path.text,
    isBytes,
    line: {
      line,
      text: from > 0 ? `…${text}` : text,
      ranges: ranges.flatMap(([start, end]): [number, number][] => {
        const shift = from > 0 ? 1 - from : 0
        const [first, last] = [start + shift, Math.min(end + shift, text.length + (from > 0 ? 1 : 0))]
        return first < last ? [[first, last]] : []
      }),
    },
  }
}

/** Converts ripgrep's byte offsets to UTF-16 offsets. */
function toUtf16Ranges(line: string, found: readonly { start: number, end: number }[]): [number, number][] {
  // In ASCII text, byte and UTF-16 offsets are the same.
  if (/^[\0-\x7F]*$/.test(line))
    return found.map(({ start, end }) => [start, Math.min(end, line.length)])
  const bytes = Buffer.from(line)
  return found.map(({ start, end }) => [bytes.toString('utf8', 0, start).length, bytes.toString('utf8', 0, end).length])
}
