import type { FileMatches, FileSearchEnd, LineMatch } from '../../shared/contract/methods/fileMethods'
import { Buffer, isUtf8 } from 'node:buffer'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { safeParse } from '../../shared/text/safeParse'
import { detectEncoding, type FoundEncoding } from '../../shared/text/textEncoding'
import { versionControl } from '../git/repository'
import { readLines } from '../system/readLines'
import { readPlainBytes } from '../system/readPlainFile'
import { type Hidden, hiddenByRules } from './hiddenByRules'

/** How much of a line is shown, from shortly before its first match. */
const shownCharacters = 300
const charactersBefore = 40

/** Longer messages are of lines that were not written by hand, such as minified code. */
const maxMessage = 4 * 1024 * 1024

const ripgrepMatch = z.looseObject({
  type: z.literal('match'),
  data: z.looseObject({
    path: z.looseObject({ text: z.string() }),
    // As base64 where the line is not UTF-8.
    lines: z.union([z.looseObject({ text: z.string() }), z.looseObject({ bytes: z.string() })]),
    line_number: z.number().int(),
    submatches: z.array(z.looseObject({ start: z.number().int(), end: z.number().int() })),
  }),
})

/**
 * The program that searches files, as it came with Parley; `undefined` on a system that it was not made for. It is
 * looked for at once: later, Electron may have closed the archive.
 */
export const ripgrepPath = await find()

/** What a person looks for. */
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
  /** Whether a file, by its absolute path, is shown. */
  readonly isShown: (path: string) => boolean
  readonly onMatches: (files: FileMatches[]) => void
  readonly signal: AbortSignal
  /** A search that finds nothing for so long is stopped. */
  readonly silentMs?: number
}

/** More matches than a person reads. */
const maxMatches = 5_000
const maxInFile = 500
/** What is found travels together. */
const tellMs = 40
/** The first lines are wanted soon. */
const firstMatches = 20
const problemCharacters = 500
const maxFileBytes = 20 * 1024 * 1024
const maxSilentMs = 60_000
/** Address space of the search program, for what no other limit stops. */
const maxKilobytes = 2 * 1024 * 1024

/** Looks for text in the files of folders, without ignored ones. Never rejects: what went wrong is told. */
export async function searchFiles(
  { search, folders, isShown, onMatches, signal, silentMs = maxSilentMs }: FileSearchRun,
): Promise<FileSearchEnd> {
  if (ripgrepPath === undefined)
    return unsearched('The search program was not installed for this system.')
  if (search.text.includes('\0') || search.include?.includes('\0') === true)
    return unsearched('A search cannot hold a NUL character. Take it out.')
  const found = new Found(onMatches)
  let problem: string | undefined
  for (const folder of folders) {
    if (signal.aborted || found.isFull)
      break
    const hidden = await hiddenByRules(folder, signal)
    const place = await mkdtemp(join(tmpdir(), 'parley-search-'))
    try {
      const ignoreFile = join(place, 'ignored')
      await writeFile(ignoreFile, hidden.folders.join('\n'), { mode: 0o600 })
      const isSearched = (path: string): boolean => isShown(path) && !hidden.hides(path)
      const inUnicode = spawnIn(ripgrepPath, folder, { search, ignoreFile, encoding: 'auto' })
      const run = { found, isShown: isSearched, isLatin1: latin1Files(), signal, silentMs }
      problem = await searchFolder(inUnicode, folder, { ...run, isInLatin1: false }) ?? problem ?? leftOut(hidden)
      // Its letters with accents are other bytes.
      if (/[\u00A0-\u00FF]/.test(search.text.normalize('NFC')) && !found.isFull && !signal.aborted) {
        const inLatin1 = spawnIn(ripgrepPath, folder, { search, ignoreFile, encoding: 'latin1' })
        problem = await searchFolder(inLatin1, folder, { ...run, isInLatin1: true }) ?? problem
      }
    }
    finally {
      await rm(place, { recursive: true, force: true })
    }
  }
  found.tell()
  return { ...found.counts, isStopped: signal.aborted, ...problem !== undefined && { problem } }
}

function unsearched(problem: string): FileSearchEnd {
  return { files: 0, matches: 0, isCut: false, isStopped: false, problem }
}

/** What was found so far, on its way to the window. */
class Found {
  readonly #onMatches: (files: FileMatches[]) => void
  /** How many lines of each file. */
  readonly #lines = new Map<string, number>()
  #waiting: FileMatches[] = []
  #matches = 0
  #toldAt = 0

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
    if (this.#matches <= firstMatches || performance.now() - this.#toldAt > tellMs)
      this.tell()
  }

  tell(): void {
    if (this.#waiting.length > 0)
      this.#onMatches(this.#waiting)
    this.#waiting = []
    this.#toldAt = performance.now()
  }
}

/** Tells which files are surely in Latin-1, each looked at once. */
function latin1Files(): (path: string) => boolean {
  const known = new Map<string, boolean>()
  return (path) => {
    const isLatin1 = known.get(path) ?? encodingIn(path)?.isSure === true
    known.set(path, isLatin1)
    return isLatin1
  }
}

function encodingIn(path: string): FoundEncoding | undefined {
  try {
    const found = detectEncoding(readPlainBytes(path, maxFileBytes), isUtf8)
    return found?.encoding === 'latin1' ? found : undefined
  }
  catch {
    return undefined // gone since it was searched
  }
}

/** Says that files were searched that a person may believe to be ignored. */
function leftOut({ unread, isCut }: Hidden): string | undefined {
  if (unread !== undefined)
    return `Some ignored files may be searched as well: "${unread}" is no plain file of at most 1 MB. Move it away.`
  return isCut ? 'Some ignored files may be searched as well: the folder is too large to look for ignore files.' : undefined
}

/** The parts of a list between its commas; those in braces belong to a pattern, as in `*.{ts,tsx}`. */
function splitList(list: string): string[] {
  return list.match(/(?:\{[^{}]*\}|[^,])+/g) ?? []
}

/** A text as it may be on the disk: letters with accents are written in two ways, in names as in files. */
function inEachForm(text: string): string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])]
}

function spawnIn(
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
    '--crlf', // the end of a line is before whatever ends it
    // It would open ignore files itself, also pipes and devices. Here are the folders that they hide.
    '--no-ignore',
    '--ignore-file',
    ignoreFile,
    ...[...versionControl].flatMap(name => ['--glob', `!${name}`]),
    ...globs.flatMap(inEachForm).flatMap(glob => ['--glob', glob]),
    '--max-count',
    String(maxInFile),
    '--max-filesize',
    String(maxFileBytes),
    '--encoding',
    encoding,
    ...isRegex ? [] : ['--fixed-strings'],
    matchCase ? '--case-sensitive' : '--ignore-case',
    ...wholeWord ? ['--word-regexp'] : [],
    ...(isRegex ? [text] : inEachForm(text)).flatMap(pattern => ['--regexp', pattern]),
    '--',
    '.',
  ]
  const limited = ['-c', `ulimit -v ${maxKilobytes} 2>/dev/null; exec "$0" "$@"`, program, ...args]
  const [file, words] = process.platform === 'win32' ? [program, args] : ['/bin/sh', limited]
  return spawn(file, words, { cwd: folder, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Of a faulty pattern it draws a picture of several lines, and says last what is wrong. */
function problemIn(words: string): string | undefined {
  const fault = words.startsWith('rg: regex parse error:') ? /^error: (.+)$/m.exec(words)?.[1] : undefined
  return fault === undefined ? words.trim().replace(/^rg: /, '') || undefined : `This is not a regular expression: ${fault}.`
}

/** Reads what the program says until it ends. Answers why nothing could be searched. */
async function searchFolder(
  child: ChildProcess,
  folder: string,
  { found, isShown, isLatin1, isInLatin1, signal, silentMs }: {
    found: Found
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
  let words = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => words = (words + text).slice(0, problemCharacters))
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', error => resolve(existsSync(folder) ? error.message : `There is no folder ${folder} any more.`))
    // 1: nothing found; 2: with a fault, which may be that of a single file.
    child.once('close', (code, signal) => resolve(
      signal !== null && signal !== 'SIGTERM' // ours
        ? `The search program ended by ${signal}, perhaps as it ran out of memory.`
        : code === 2 && found.counts.matches === 0 ? problemIn(words) : undefined,
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

async function find(): Promise<string | undefined> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath.replace(/\bapp\.asar\b(?!\.unpacked)/, 'app.asar.unpacked') // the packed app's archive holds no programs
  }
  catch {
    return undefined // its module throws where no binary for this system came along
  }
}

/** A matching line of a file. */
interface FoundLine {
  /** As it is reported. */
  readonly path: string
  readonly line: LineMatch
  /** It is not UTF-8: each of its bytes is taken for a character, as in Latin-1. */
  readonly isBytes: boolean
}

/** A matching line that ripgrep reports; `undefined` for its other messages, and for a name that is not UTF-8. */
export function parseMatch(json: string): FoundLine | undefined {
  if (!json.startsWith('{"type":"match"'))
    return undefined
  const { success, data: parsed } = safeParse(ripgrepMatch, JSON.parse(json))
  if (!success)
    return undefined
  const { path, lines, line_number: line, submatches } = parsed.data
  const isBytes = 'bytes' in lines
  const whole = (isBytes ? Buffer.from(String(lines.bytes), 'base64').toString('latin1') : String(lines.text)).replace(/\r?\n$/, '')
  const ranges = isBytes ? submatches.map(({ start, end }): [number, number] => [start, end]) : utf16Ranges(whole, submatches)
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

/** Ripgrep counts bytes. */
function utf16Ranges(line: string, found: readonly { start: number, end: number }[]): [number, number][] {
  // All of it ASCII, where bytes and units are the same.
  if (/^[\0-\x7F]*$/.test(line))
    return found.map(({ start, end }) => [start, Math.min(end, line.length)])
  const bytes = Buffer.from(line)
  return found.map(({ start, end }) => [bytes.toString('utf8', 0, start).length, bytes.toString('utf8', 0, end).length])
}
