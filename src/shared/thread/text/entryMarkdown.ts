import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Entry, ToolEntry } from '../transcript'
import { toOneLine } from '../../text/shorten'
import { getShownStatus, wasRejected } from '../selectors'

/** An entry as Markdown for the clipboard; `undefined` for entries that are meaningless outside Parley. */
export function formatEntry(entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'user':
    case 'agent':
      return formatBlocks(entry.content) || undefined
    case 'tool':
      return `- ${toOneLine(entry.call.title, 400)}${formatEnding(entry)}`
    case 'plan':
      return entry.entries
        .map(({ content, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${toOneLine(content, 400)}`)
        .join('\n')
    case 'notice':
      return [entry.notice.title, entry.notice.description].filter(Boolean).join(': ') || undefined
    case 'turn-end':
      return entry.end.message
    case 'thought':
    case 'permission':
    case 'elicitation':
    case 'compaction':
    case 'origin':
    case 'unknown':
      return undefined
  }
}

/** A turn as Markdown: prompt, steps and answer, with the speakers if `isNamed`. */
export function formatTurn(entries: readonly Entry[], { isNamed = true }: { isNamed?: boolean } = {}): string {
  const parts: string[] = []
  let speaker: Entry['kind'] | undefined
  for (const entry of entries) {
    const text = formatEntry(entry)
    if (text === undefined)
      continue
    const isSpoken = entry.kind === 'user' || entry.kind === 'agent'
    if (isNamed && isSpoken && entry.kind !== speaker)
      parts.push(entry.kind === 'user' ? '**You**' : '**Agent**')
    // Consecutive steps form one list.
    if (entry.kind === 'tool' && speaker === 'tool')
      parts.push(`${parts.pop()}\n${text}`)
    else
      parts.push(text)
    speaker = entry.kind
  }
  return `${parts.join('\n\n')}\n`
}

function formatEnding(entry: ToolEntry): string {
  const status = wasRejected(entry) ? 'rejected' : getShownStatus(entry)
  return status === 'completed' ? '' : ` (${status})`
}

function formatBlocks(content: readonly ContentBlock[]): string {
  return content.flatMap(formatBlock).join('\n\n')
}

function formatBlock(block: ContentBlock): string[] {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? [] : [block.text.trim()]
    case 'resource_link':
      return [`[${toOneLine(block.title ?? block.name, 200)}](<${block.uri}>)`]
    case 'resource':
      return [`\`${toOneLine(block.resource.uri, 400)}\``]
    default:
      return [`(${toOneLine(block.type, 40)})`]
  }
}
