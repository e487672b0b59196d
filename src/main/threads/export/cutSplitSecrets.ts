import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** A piece of a text that came in pieces: `key` is the same for those that belong together. */
interface Piece {
  readonly key: string
  readonly content: JsonObject & { readonly text: string }
}

/**
 * Cuts secrets that the pieces of a streamed message hold between them, in a list of updates that is changed in place; secrets in one
 * piece are gone by now. The text then stands in the first piece.
 */
export function cutSplitSecrets(updates: readonly unknown[], clean: (text: string) => string): void {
  let run: Piece[] = []
  for (const update of [...updates, undefined]) {
    const piece = pieceOf(update)
    if (piece && piece.key === run[0]?.key) {
      run.push(piece)
      continue
    }
    const joined = run.map(({ content }) => content.text).join('')
    const cleaned = run.length > 1 ? clean(joined) : joined
    if (cleaned !== joined)
      run.forEach(({ content }, index) => Object.assign(content, { text: index === 0 ? cleaned : '' }))
    run = piece ? [piece] : []
  }
}

function pieceOf(update: unknown): Piece | undefined {
  if (
    !isJsonObject(update)
    || typeof update.sessionUpdate !== 'string'
    || !update.sessionUpdate.endsWith('_chunk')
    || !isJsonObject(update.content)
  ) {
    return undefined
  }
  const { content, messageId, sessionUpdate } = update
  return typeof content.text === 'string'
    ? { key: JSON.stringify([sessionUpdate, messageId]), content: content as Piece['content'] }
    : undefined
}
