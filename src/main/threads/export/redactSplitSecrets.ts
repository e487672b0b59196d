import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** One chunk of a streamed text. Chunks with the same `key` belong together. */
interface Piece {
  readonly key: string
  readonly content: JsonObject & { readonly text: string }
}

/**
 * Redacts secrets that are split across the chunks of a streamed message; secrets within one chunk are already redacted. Changes the
 * updates in place: the first chunk gets the whole redacted text, the others become empty.
 */
export function redactSplitSecrets(updates: readonly unknown[], clean: (text: string) => string): void {
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
