import { createMarkdown, type Token } from '../../markdown/renderTokens'
import { alreadyBounded } from '../../text/drawnLength'
import { visibleText } from '../../text/visibleText'

/** A part of a plan that can be commented on: a paragraph, a heading, a step of a list, a block of code. */
export interface PlanBlock {
  /** Its first line, counted from 0. */
  readonly line: number
  /** Text as written by the agent, without the list's indent. */
  readonly source: string
  /** Its nesting depth in lists. */
  readonly depth: number
  /** Whether to show it as written, as rendered Markdown would hide a part, such as a link's target or a definition. */
  readonly isExact: boolean
}

/** Link targets, autolinks, entities, definitions, and formulas, whose source Markdown hides. */
const hiddenByMarkdown = /\]\s*[([]|<[a-z][a-z\d+.-]*:|&#?\w+;|^ {0,3}\[[^\]]+\]:|\$[^$]+\$|\\[([]/im

interface Span { readonly from: number, readonly to: number, readonly depth: number }

/** Splits a plan into parts that together show every line of it. Invisible characters are escaped. */
export function splitPlan(plan: string): readonly PlanBlock[] {
  const text = visibleText(plan.replaceAll(/\r\n?/g, '\n'), alreadyBounded)
  const lines = text.split('\n')
  const spans = findSpans(createMarkdown().parse(text, {}))
  const blocks: PlanBlock[] = []
  let next = 0
  for (const span of [...spans, { from: lines.length, to: lines.length, depth: 0 }]) {
    // Markdown renders nothing for these lines.
    if (span.from > next)
      blocks.push({ ...toBlock(lines, { from: next, to: span.from, depth: 0 }), isExact: true })
    if (span.to > span.from)
      blocks.push(toBlock(lines, span))
    next = Math.max(next, span.to)
  }
  return blocks.filter(({ source }) => source.trim() !== '')
}

function toBlock(lines: readonly string[], { from, to, depth }: Span): PlanBlock {
  const part = lines.slice(from, to)
  while (part.length > 0 && part.at(-1)!.trim() === '')
    part.pop()
  // Only list items are dedented. Elsewhere, four spaces mean code.
  const indent = depth > 0 ? /^[ \t]*/.exec(part[0] ?? '')![0].length : 0
  const source = part.map(line => line.slice(Math.min(indent, /^[ \t]*/.exec(line)![0].length))).join('\n')
  return {
    line: from,
    source,
    depth: Math.max(0, depth - 1),
    isExact: hiddenByMarkdown.test(source) || source.split('\n').some(hasHiddenWords),
  }
}

/** Whether the line is a fence with more than a language, which Markdown hides. */
function hasHiddenWords(line: string): boolean {
  const fence = line.trim()
  return /^(?:```|~~~)/.test(fence) && /\s/.test(fence.replace(/^[`~]+/, '').trim())
}

/** Finds the line ranges of the parts: top-level blocks, and list items up to their first nested item. */
function findSpans(tokens: readonly Token[]): Span[] {
  const spans: Span[] = []
  let lists = 0
  let others = 0
  for (const token of tokens) {
    const isList = token.type === 'bullet_list_open' || token.type === 'ordered_list_open'
    const isListEnd = token.type === 'bullet_list_close' || token.type === 'ordered_list_close'
    if (others === 0 && (isList || isListEnd)) {
      lists += token.nesting
      continue
    }
    const isItem = others === 0 && (token.type === 'list_item_open' || token.type === 'list_item_close')
    const isStart = isItem ? token.nesting > 0 : others === 0 && lists === 0 && token.nesting >= 0
    if (isStart && token.map)
      addSpan(spans, { from: token.map[0], to: token.map[1], depth: lists })
    if (!isItem)
      others += token.nesting
  }
  return spans
}

/** Adds a span, and ends the previous one where it begins. */
function addSpan(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (last && last.to > span.from)
    spans[spans.length - 1] = { ...last, to: span.from }
  spans.push(span)
}
