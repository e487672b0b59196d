import type { LineComment } from '../../../../shared/contract/methods/turnMethods'
import { maxComments } from '../../../../shared/thread/text/promptText'

/** The line that a comment is about. */
export type CommentPlace = Pick<LineComment, 'path' | 'line' | 'isRemoved' | 'quote'>

/** Maximum characters of a quote. More would not help to find the line. */
const maxQuote = 400

/** Whether a comment or draft is about this line. */
export function isAtPlace({ path, line, isRemoved }: CommentPlace, place: CommentPlace): boolean {
  return path === place.path && line === place.line && isRemoved === place.isRemoved
}

/** Adds or replaces the line's comment; an empty text removes it. */
export function setComment(comments: readonly LineComment[], place: CommentPlace, text: string): readonly LineComment[] {
  const existing = comments.find(comment => isAtPlace(comment, place))
  const trimmed = text.trim()
  if (trimmed === '')
    return comments.filter(comment => comment !== existing)
  if (existing)
    return comments.map(comment => comment === existing ? { ...comment, text: trimmed } : comment)
  return [...comments, { ...place, quote: place.quote.slice(0, maxQuote), id: crypto.randomUUID(), text: trimmed }].slice(-maxComments)
}

/** Formats the message to the agent: the note, then each comment with its place and quoted line. */
export function formatComments(comments: readonly LineComment[], note: string, toDisplayPath: (path: string) => string): string {
  const parts = comments.map(({ path, line, isRemoved, quote, text }) =>
    `${toDisplayPath(path)}:${line}${isRemoved ? ' (removed)' : ''}\n> ${quote.trim()}\n\n${text}`)
  return [...note.trim() === '' ? [] : [note.trim()], ...parts].join('\n\n')
}
