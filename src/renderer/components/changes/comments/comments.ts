import type { LineComment } from '../../../../shared/contract/methods/turnMethods'
import { maxComments } from '../../../../shared/thread/text/promptText'

/** The place that a comment is written at. */
export type CommentPlace = Pick<LineComment, 'path' | 'line' | 'isRemoved' | 'quote'>

/** A longer line says no more about where it is. */
const maxQuote = 400

/** Whether a comment, or one that is being written, is about that line. */
export function isAt({ path, line, isRemoved }: CommentPlace, place: CommentPlace): boolean {
  return path === place.path && line === place.line && isRemoved === place.isRemoved
}

/** With another text for that line; without the comment where it is empty. */
export function withComment(comments: readonly LineComment[], place: CommentPlace, text: string): readonly LineComment[] {
  const known = comments.find(comment => isAt(comment, place))
  const said = text.trim()
  if (said === '')
    return comments.filter(comment => comment !== known)
  if (known)
    return comments.map(comment => comment === known ? { ...comment, text: said } : comment)
  return [...comments, { ...place, quote: place.quote.slice(0, maxQuote), id: crypto.randomUUID(), text: said }].slice(-maxComments)
}

/** What the agent is told: the note, then each comment under its place and the line that it is about. */
export function messageOfComments(comments: readonly LineComment[], note: string, nameOf: (path: string) => string): string {
  const parts = comments.map(({ path, line, isRemoved, quote, text }) =>
    `${nameOf(path)}:${line}${isRemoved ? ' (removed)' : ''}\n> ${quote.trim()}\n\n${text}`)
  return [...note.trim() === '' ? [] : [note.trim()], ...parts].join('\n\n')
}
