import { maxSequenceLength, type SequenceKind } from '../../../../shared/terminal/sequences'
import { isOpenable } from '../../../text/isOpenable'

/** Maximum lengths. No control sequence that draws is longer; links need more for their addresses. */
const maxCsiCharacters = 256
const maxOscCharacters = 2400

// Control characters other than those for cursor movement and character sets, and bidirectional controls.
const special = /[\u0000-\u0007\u0010-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g
const csiBody = /[ -?]*/y
const escapeBody = /[ -/]{0,8}/y
const stringEnd = /[\u0007\u0018\u001A\u001B\u009C]/g
/** Queries: terminal type (DA1, DA2), status, cursor position (DSR), modes (DECRQM). */
const queries = /^(?:>?0?c|\??[56]n|\??\d{1,5}\$p)$/
/** Save and restore the cursor, lines and tabs, keypad, full reset, and character sets for lines and boxes. */
const escapes = /^\u001B(?:[78DEHM=>c]|[()][0AB])$/

/** Additional permissions of the person's own terminals. */
interface OwnProfile {
  /** Called when a program requests to write the clipboard (OSC 52), with selections, a semicolon and base64. */
  readonly onClipboard: (request: string) => void
}

/**
 * Passes only harmless output to a screen: text, and sequences that are known to position or colour it. Removes
 * everything else, wherever the output is split: clipboard, titles, notifications, window and device control, and
 * queries, whose answers would be typed into the command. Limits numbers that would keep the screen busy.
 *
 * In the person's own terminal, programs may also use mouse and focus reports. While `isLive`, they may query the
 * terminal and ask to write the clipboard; nothing in a replay is answered.
 */
export class HarmlessOutput {
  readonly #own: OwnProfile | undefined
  /** Whether the text comes from a running program, which may get answers. */
  isLive = false
  /** The beginning of an incomplete sequence. */
  #rest = ''
  /** Kind of a sequence that is dropped until its end, as it is too long. */
  #dropped: SequenceKind | undefined
  #droppedCharacters = 0

  constructor({ own }: { own?: OwnProfile } = {}) {
    this.#own = own
  }

  push(piece: string): string {
    const text = this.#rest + piece
    this.#rest = ''
    let passed = ''
    let index = 0
    while (index < text.length) {
      if (this.#dropped !== undefined) {
        index = this.#drop(text, index)
        continue
      }
      special.lastIndex = index
      const next = special.exec(text)?.index ?? text.length
      passed += text.slice(index, next)
      if (next === text.length)
        break
      const taken = this.#take(text, next)
      passed += taken.passed
      index = taken.end
    }
    return passed
  }

  /** Handles the sequence or control at `start`. `end` is the index to continue at. */
  #take(text: string, start: number): { passed: string, end: number } {
    switch (text[start]) {
      case '\u009B':
        return this.#takeCsi(text, { start, body: start + 1 })
      case '\u009D':
        return this.#takeString(text, { start, body: start + 1, kind: 'osc' })
      case '\u0090':
      case '\u0098':
      case '\u009E':
      case '\u009F':
        return this.#takeString(text, { start, body: start + 1, kind: 'string' })
      case '\u001B':
        break
      default:
        return { passed: '', end: start + 1 }
    }
    switch (text[start + 1]) {
      case undefined:
        return this.#wait(text, start)
      case '[':
        return this.#takeCsi(text, { start, body: start + 2 })
      case ']':
        return this.#takeString(text, { start, body: start + 2, kind: 'osc' })
      case 'P':
      case 'X':
      case '^':
      case '_':
        return this.#takeString(text, { start, body: start + 2, kind: 'string' })
      default:
        return this.#takeEscape(text, start)
    }
  }

  #takeEscape(text: string, start: number): { passed: string, end: number } {
    const end = findEnd(escapeBody, text, start + 1)
    if (end === text.length)
      return this.#wait(text, start)
    const createSequence = text.slice(start, end + 1)
    return /[0-~]$/.test(createSequence)
      ? { passed: escapes.test(createSequence) ? createSequence : '', end: end + 1 }
      : { passed: '', end }
  }

  #takeCsi(text: string, { start, body }: { start: number, body: number }): { passed: string, end: number } {
    const end = findEnd(csiBody, text, body)
    if (end === text.length)
      return end - start > maxCsiCharacters ? this.#startDropping('csi', end) : this.#wait(text, start)
    // Any other character ends the sequence and is handled separately.
    if (!/[@-~]/.test(text[end]!))
      return { passed: '', end }
    return { passed: end - start > maxCsiCharacters ? '' : this.#passCsi(text.slice(body, end + 1)), end: end + 1 }
  }

  #takeString(
    text: string,
    { start, body, kind }: { start: number, body: number, kind: 'osc' | 'string' },
  ): { passed: string, end: number } {
    const found = findStringEnd(text, body, kind)
    if (found === undefined) {
      return kind === 'string' || text.length - start > this.#maxOsc
        ? this.#startDropping(kind, body)
        : this.#wait(text, start)
    }
    const { end, next } = found
    if (next - body > maxSequenceLength)
      return this.#startDropping(kind, body)
    const isWhole = next > end && !/[\u0018\u001A]/.test(text[end]!)
    const passes = kind === 'osc' && isWhole && end - start <= this.#maxOsc
    return { passed: passes ? this.#passOsc(text.slice(body, end)) : '', end: next }
  }

  get #maxOsc(): number {
    return this.#own ? maxSequenceLength : maxOscCharacters
  }

  #passCsi(body: string): string {
    if (this.#own && queries.test(body))
      return this.isLive ? `\u001B[${body}` : ''
    return filterCsi(body, this.#own ? ownPrivateModes : privateModes)
  }

  #passOsc(content: string): string {
    const [, code = '', rest = ''] = /^(\d{1,3});(.*)$/su.exec(content) ?? []
    if (!this.#own || code === '8')
      return filterOsc(content)
    switch (code) {
      case '10':
      case '11':
        return rest === '?' && this.isLive ? `\u001B]${code};?\u0007` : ''
      case '52':
        if (this.isLive)
          this.#own.onClipboard(rest)
        return ''
      case '133':
      case '633':
        return /^[A-D](?:;|$)/.test(rest) ? `\u001B]133;${rest[0]}\u0007` : ''
      default:
        return ''
    }
  }

  #startDropping(kind: SequenceKind, end: number): { passed: string, end: number } {
    this.#dropped = kind
    this.#droppedCharacters = 0
    return { passed: '', end }
  }

  /** Skips a dropped sequence; returns the index to continue at. */
  #drop(text: string, start: number): number {
    const kind = this.#dropped
    if (kind === 'csi') {
      const end = findEnd(csiBody, text, start)
      if (end < text.length)
        this.#dropped = undefined
      return end < text.length && /[@-~]/.test(text[end]!) ? end + 1 : end
    }
    const found = findStringEnd(text, start, kind === 'osc' ? 'osc' : 'string')
    // An escape at the end may be the first half of the terminator.
    const end = found?.next ?? (text.endsWith('\u001B') ? text.length - 1 : text.length)
    const left = maxSequenceLength - this.#droppedCharacters
    this.#droppedCharacters += end - start
    if (this.#droppedCharacters > maxSequenceLength) {
      this.#dropped = undefined
      return start + left
    }
    if (found)
      this.#dropped = undefined
    else
      this.#rest = text.slice(end)
    return found ? end : text.length
  }

  #wait(text: string, start: number): { passed: string, end: number } {
    this.#rest = text.slice(start)
    return { passed: '', end: text.length }
  }
}

function findEnd(body: RegExp, text: string, start: number): number {
  body.lastIndex = start
  body.test(text)
  return body.lastIndex
}

/** Finds the end of a string sequence, and the index to continue at; `undefined` if the end has not arrived yet. */
function findStringEnd(text: string, start: number, kind: 'osc' | 'string'): { end: number, next: number } | undefined {
  for (stringEnd.lastIndex = start; ;) {
    const end = stringEnd.exec(text)?.index
    if (end === undefined || (text[end] === '\u001B' && end + 1 === text.length))
      return undefined
    if (text[end] === '\u0007' && kind === 'string')
      continue
    if (text[end] !== '\u001B')
      return { end, next: end + 1 }
    return { end, next: text[end + 1] === '\\' ? end + 2 : end } // another sequence ends this one
  }
}

/**
 * Filters an operating system command, without its introducer and terminator. Returns a link to a web or mail
 * address, the end of a link, or an empty text.
 */
function filterOsc(content: string): string {
  const match = /^8;([^;]*);(.*)$/su.exec(content)
  if (!match)
    return ''
  const [, parameters = '', address = ''] = match
  // A link that can't be opened still ends the previous one.
  if (/[\u0000-\u001F\u007F-\u009F]/.test(address) || !isOpenable(address))
    return createLink('', '')
  const id = /(?:^|:)(id=[\w.-]{1,64})(?:$|:)/.exec(parameters)?.[1]
  return createLink(id ?? '', address)
}

function createLink(parameters: string, address: string): string {
  return `\u001B]8;${parameters};${address}\u001B\\`
}

/** More lines or cells than any screen has. A larger number has the same effect but takes longer. */
const maxRepeats = 200
const maxPosition = 9999
/**
 * Cursor keys, origin, wrapping, blinking, cursor visibility, alternate screen, bracketed paste. Not mouse and focus
 * reports, or 132 columns.
 */
const privateModes = new Set(['1', '6', '7', '12', '25', '45', '47', '66', '1047', '1048', '1049', '2004'])
/** Modes of the person's own terminals, including mouse and focus reports. */
const ownPrivateModes = new Set([...privateModes, '9', '1000', '1002', '1003', '1004', '1006', '1016'])
/** Insert mode, and line feeds with carriage returns. */
const modes = new Set(['4', '20'])

/** Filters a control sequence, without its introducer. Returns an empty text if it doesn't draw or needs an answer. */
function filterCsi(body: string, privateModes: ReadonlySet<string>): string {
  const match = /^([<-?]?)([\d:;]*)([ -/]*)([@-~])$/.exec(body)
  if (!match)
    return ''
  const [, prefix = '', parameters = '', intermediates = '', final = ''] = match
  if (prefix === '?')
    return intermediates === '' && /[hl]/.test(final) ? createSequence(prefix, filterModes(privateModes, parameters), final) : ''
  if (prefix !== '')
    return ''
  if (intermediates !== '') {
    return (intermediates === ' ' && final === 'q') || (intermediates === '!' && final === 'p')
      ? createSequence('', limitNumbers(parameters, maxPosition), intermediates + final)
      : ''
  }
  if (/[@A-FILMPSTXZabe]/.test(final))
    return createSequence('', limitNumbers(parameters, maxRepeats), final)
  if (/[GHdfr`JKgmsu]/.test(final))
    return createSequence('', limitNumbers(parameters, maxPosition), final)
  return /[hl]/.test(final) ? createSequence('', filterModes(modes, parameters), final) : ''
}

function createSequence(prefix: string, parameters: string | undefined, final: string): string {
  return parameters === undefined ? '' : `\u001B[${prefix}${parameters}${final}`
}

function limitNumbers(parameters: string, max: number): string {
  return parameters.replace(/\d+/g, digits => String(Math.min(Number(digits), max)))
}

/** Keeps only known modes of a list; `undefined` if none remains. */
function filterModes(known: ReadonlySet<string>, parameters: string): string | undefined {
  const kept = parameters.split(';').map(mode => mode.replace(/^0+(?=\d)/, '')).filter(mode => known.has(mode))
  return kept.length > 0 ? kept.join(';') : undefined
}
