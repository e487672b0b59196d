import { shorten } from '../../../shared/text/shorten'

/** An agent's text, shortened; as a copy, since a slice would keep all of the long text alive. */
export function cutText(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : Buffer.from(shorten(text, maxCharacters)).toString()
}
