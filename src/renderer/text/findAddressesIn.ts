import { misleadingCharacters } from '../../shared/text/misleadingCharacters'
import { isOpenable } from './isOpenable'

/** A web address that is written out in a text. */
interface AddressInText {
  readonly start: number
  readonly end: number
  readonly address: string
}

// What no address is read across: blanks, quotes, and the punctuation of scripts that put no blanks around an address.
const between = '\\s"`<>|\\\\^\\u0000-\\u001F\\u007F-\\u009F\\u2018-\\u201F\\u00AB\\u00BB\\u2026'
  + '\\u3001-\\u301F\\uFF00-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65'
/**
 * With its scheme: `example.com` alone may be a file. One character more than may be opened tells that it is too long.
 */
const written = new RegExp(`(?<![\\w+.@/-])https?://[^${between}]{1,2048}`, 'gi')
/** Host and port, after which a path, a query or a fragment begins. */
const authority = /^https?:\/\/(?:\[[\da-f:.]+\]|[^/?#:[\]]+)(?::\d+)?/i
/** What closes a sentence, not an address. */
const closing = /[.,:;!?'*_~]$/
const misleading = new RegExp(`[${misleadingCharacters}]`, 'u')
const brackets = [['(', ')'], ['[', ']'], ['{', '}']] as const

/**
 * The web addresses in a text, at most `max` of them: more than a text that someone reads has. One that may not be
 * opened is none.
 */
export function findAddressesIn(text: string, max = 1_000): AddressInText[] {
  const found: AddressInText[] = []
  for (const { 0: run, index } of text.matchAll(written)) {
    const address = addressIn(run)
    if (isOpenable(address) && !misleading.test(address))
      found.push({ start: index, end: index + address.length, address })
    if (found.length >= max)
      break
  }
  return found
}

/** A run of characters without what only follows the address in it. */
function addressIn(run: string): string {
  const host = authority.exec(run)?.[0] ?? ''
  const isBeforeWord = host.length < run.length && /^[^\0-\x7F]/.test(run.slice(host.length))
  const address = isBeforeWord ? host : run
  /** How many more of a bracket close than open. */
  const surplus = new Map<string, number>(brackets.map(([open, close]) =>
    [close, count(address, close) - count(address, open)]))
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    const unopened = surplus.get(last) ?? 0
    if (unopened <= 0 && !closing.test(last))
      break
    surplus.set(last, unopened - 1)
  }
  return address.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
