/** What a person says about a line of a file. */
export interface LineComment {
  readonly id: string
  readonly path: string
  /** The line's number in the file as it is, or as it was before where the line was removed; from 1. */
  readonly line: number
  readonly isRemoved: boolean
  /** What the line says. */
  readonly quote: string
  readonly text: string
}

/** The place that a comment is written at. */
export type CommentPlace = Pick<LineComment, 'path' | 'line' | 'isRemoved' | 'quote'>

/** A longer line says no more about where it is. */
const maxQuote = 400
/** As many as a person writes, and a message holds. */
export const maxComments = 200

/** Whether a comment is about that line. */
export function isAt({ path, line, isRemoved }: LineComment, place: CommentPlace): boolean {
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

/** Under which the window keeps them. */
export function commentsKey(threadId: string): string {
  return `comments.${threadId}`
}

/** The comments that a window kept; none where that is nothing it wrote. */
export function readComments(text: string): readonly LineComment[] {
  if (text === '')
    return []
  try {
    const known: unknown = JSON.parse(text)
    return Array.isArray(known) ? known.filter(isComment) : []
  }
  catch {
    return [] // written by nobody we know: there is nothing to show of it
  }
}

function isComment(value: unknown): value is LineComment {
  const comment = value as Partial<Record<keyof LineComment, unknown>> | null // each field is looked at
  return typeof comment === 'object' && comment !== null && typeof comment.line === 'number' && typeof comment.isRemoved === 'boolean'
    && [comment.id, comment.path, comment.quote, comment.text].every(text => typeof text === 'string')
}
