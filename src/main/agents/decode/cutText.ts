import { shorten } from '../../../shared/text/shorten'

/** An agent's text, shortened; as a copy, since a slice would keep all of the long text alive. */
export function cutText(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : Buffer.from(shorten(text, mostCharacters)).toString()
}
