import { shorten } from '../../../shared/text/shorten'

/** Shortens an agent's text. Returns a copy, because a slice would keep the whole original in memory. */
export function cutText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : Buffer.from(shorten(text, maxCharacters)).toString()
}
