import { misleadingCharacters } from '../../shared/text/misleadingCharacters'
import { isOpenable } from './isOpenable'

/** A plain web address in a text. */
interface AddressInText {
  readonly start: number
  readonly end: number
  readonly address: string
}

// Characters that end an address: spaces, quotes, and punctuation of scripts that put no spaces around addresses.
const between = '\\s"`<>|\\\\^\\u0000-\\u001F\\u007F-\\u009F\\u2018-\\u201F\\u00AB\\u00BB\\u2026'
  + '\\u3001-\\u301F\\uFF00-\\uFF20\\uFF3B-\\uFF40\\uFF5B-\\uFF65'
/**
 * An address with its scheme, as `example.com` alone may be a file. Matches one character more than the maximum that
 * can be opened, to detect longer ones.
 */
const addressPattern = new RegExp(`(?<![\\w+.@/-])https?://[^${between}]{1,2048}`, 'gi')
/** Host and port, followed by a path, a query or a fragment. */
const authority = /^https?:\/\/(?:\[[\da-f:.]+\]|[^/?#:[\]]+)(?::\d+)?/i
/** Punctuation that ends a sentence rather than an address. */
const closing = /[.,:;!?'*_~]$/
const misleading = new RegExp(`[${misleadingCharacters}]`, 'u')
const brackets = [['(', ')'], ['[', ']'], ['{', '}']] as const

/** Finds up to `max` web addresses in a text. Omits those that must not be opened. */
export function findAddresses(text: string, max = 1_000): AddressInText[] {
  const found: AddressInText[] = []
  for (const { 0: run, index } of text.matchAll(addressPattern)) {
    const address = trimAddress(run)
    if (isOpenable(address) && !misleading.test(address))
      found.push({ start: index, end: index + address.length, address })
    if (found.length >= max)
      break
  }
  return found
}

/** Removes trailing characters that are not part of the address. */
function trimAddress(run: string): string {
  const host = authority.exec(run)?.[0] ?? ''
  const isBeforeWord = host.length < run.length && /^[^\0-\x7F]/.test(run.slice(host.length))
  const address = isBeforeWord ? host : run
  /** Number of unmatched closing brackets by kind. */
  const surplus = new Map<string, number>(brackets.map(([open, close]) =>
    [close, countOccurrences(address, close) - countOccurrences(address, open)]))
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

function countOccurrences(text: string, character: string): number {
  return text.split(character).length - 1
}
