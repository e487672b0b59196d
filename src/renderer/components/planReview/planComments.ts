import type { PlanBlock } from './planBlocks'

/** The person's comment on a part of a plan. */
export interface PlanComment {
  /** The first line of the part. */
  readonly line: number
  readonly quote: string
  readonly text: string
}

/** Maximum length of the message to the agent. */
export const maxReason = 10_000
const maxQuoteLength = 200

/** Adds or replaces the comment on a part, in the order of the plan. An empty text removes it. */
export function setComment(
  comments: readonly PlanComment[],
  { line, source }: PlanBlock,
  text: string,
): readonly PlanComment[] {
  const others = comments.filter(comment => comment.line !== line)
  return text.trim() === ''
    ? others
    : [...others, { line, quote: toQuote(source), text: text.trim() }].sort((a, b) => a.line - b.line)
}

/** Formats the message to the agent: each commented part as a quotation, with its comment. */
export function formatReason(comments: readonly PlanComment[], note: string): string {
  const parts = comments.map(({ quote, text }) => `> ${quote}\n\n${text}`)
  return [...note.trim() === '' ? [] : [note.trim()], ...parts].join('\n\n')
}

function toQuote(source: string): string {
  const [first = ''] = source.split('\n')
  const excerpt = first.slice(0, maxQuoteLength)
  return excerpt.length < source.trimEnd().length ? `${excerpt} …` : excerpt
}
