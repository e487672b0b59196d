import type { ContentBlock, ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'
import { isFields, type Fields } from '../../shared/fields'

/** Notes what had to be changed or left out, as short words for the trace. */
export type Repairs = string[]

/** An id of an agent: used as a key, never as a path. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256
}

/**
 * Keeps the items that `decode` accepts. The array itself comes back when nothing had to change, so that the common case
 * makes no garbage.
 */
export function decodeItems<T>({ items, decode, name, repairs }: {
  items: readonly unknown[]
  decode: (item: unknown, repairs: Repairs) => T | undefined
  name: string
  repairs: Repairs
}): T[] {
  let changed: T[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const decoded = decode(item, repairs)
    if (changed === undefined) {
      if (decoded === item)
        continue
      changed = items.slice(0, index) as T[] // all of them were accepted as they are
    }
    if (decoded === undefined)
      repairs.push(name)
    else
      changed.push(decoded)
  }
  return changed ?? items as T[] // accepted one by one above
}

/** A content block; one of a type that we do not know is kept as it is. */
export function decodeContentBlock(value: unknown, repairs: Repairs): ContentBlock | undefined {
  if (typeof value === 'string') {
    repairs.push('content was a string')
    return { type: 'text', text: value }
  }
  if (!isFields(value) || typeof value.type !== 'string')
    return undefined
  return isContentBlock(value) ? value as unknown as ContentBlock : undefined // its required fields were checked
}

function isContentBlock(block: Fields): boolean {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string'
    case 'image':
    case 'audio':
      return typeof block.data === 'string' && typeof block.mimeType === 'string'
    case 'resource_link':
      return typeof block.uri === 'string' && typeof block.name === 'string'
    case 'resource':
      return isFields(block.resource) && typeof block.resource.uri === 'string'
        && (typeof block.resource.text === 'string' || typeof block.resource.blob === 'string')
    default:
      return true
  }
}

/** One item of a tool call's content; one of a type that we do not know is kept as it is. */
export function decodeToolCallContent(value: unknown, repairs: Repairs): ToolCallContent | undefined {
  if (!isFields(value) || typeof value.type !== 'string')
    return undefined
  switch (value.type) {
    case 'content': {
      const content = decodeContentBlock(value.content, repairs)
      if (content !== undefined && content === value.content)
        return value as unknown as ToolCallContent // its content was checked
      return content && { ...value, type: 'content', content }
    }
    case 'diff':
      return isDiff(value) ? value as unknown as ToolCallContent : undefined
    case 'terminal':
      return isId(value.terminalId) ? value as unknown as ToolCallContent : undefined
    // A page of the protocol's documentation shows the block without its wrapper, and agents follow it.
    case 'text':
    case 'image':
    case 'audio':
    case 'resource':
    case 'resource_link': {
      const content = decodeContentBlock(value, repairs)
      repairs.push('tool content without its wrapper')
      return content && { type: 'content', content }
    }
    default:
      return value as unknown as ToolCallContent // unknown, kept raw
  }
}

function isDiff(item: Fields): boolean {
  return typeof item.path === 'string' && typeof item.newText === 'string'
    && (item.oldText === undefined || item.oldText === null || typeof item.oldText === 'string')
}

/** A place that a tool call names; a line number that is none is left out. */
export function decodeLocation(value: unknown, repairs: Repairs): ToolCallLocation | undefined {
  if (!isFields(value) || typeof value.path !== 'string')
    return undefined
  if (value.line === undefined || value.line === null || Number.isFinite(value.line))
    return value as unknown as ToolCallLocation // both fields were checked
  repairs.push('location line')
  return { path: value.path }
}
