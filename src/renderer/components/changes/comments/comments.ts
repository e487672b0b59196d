import type { LineComment } from '../../../../shared/contract/methods/turnMethods'
import { maxComments } from '../../../../shared/thread/text/promptText'

/** The place of a comment. */
export type CommentPlace = Pick<LineComment, 'path' | 'line' | 'isRemoved' | 'quote'>

/** A longer quote would not help to find the line. */
const maxQuote = 400

/** Whether a comment or draft is about that line. */
export function isAt({ path, line, isRemoved }: CommentPlace, place: CommentPlace): boolean {
  return path === place.path && line === place.line && isRemoved === place.isRemoved
}

/** Replaces the line's comment; an empty text removes it. */
export function withComment(comments: readonly LineComment[], place: CommentPlace, text: string): readonly LineComment[] {
  const known = comments.find(comment => isAt(comment, place))
  const said = text.trim()
  if (said === '')
    return comments.filter(comment => comment !== known)
  if (known)
    return comments.map(comment => comment === known ? { ...comment, text: said } : comment)
  return [...comments, { ...place, quote: place.quote.slice(0, maxQuote), id: crypto.randomUUID(), text: said }].slice(-maxComments)
}

/** The message to the agent: the note, then each comment with its place and line. */
export function messageOfComments(comments: readonly LineComment[], note: string, nameOf: (path: string) => string): string {
  const parts = comments.map(({ path, line, isRemoved, quote, text }) =>
    `${nameOf(path)}:${line}${isRemoved ? ' (removed)' : ''}\n> ${quote.trim()}\n\n${text}`)
  return [...note.trim() === '' ? [] : [note.trim()], ...parts].join('\n\n')
}
