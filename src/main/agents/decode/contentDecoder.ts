import type { ContentBlock, ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { dropInvalidFields, isId, isNumber, isText, isWholeNumber, onlyMeta, type OptionalFields, type Repairs } from './optionalFields'

/** Decodes each item and drops rejected ones. Returns the same array if nothing changed, to avoid garbage. */
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
      changed = items.slice(0, index) as T[] // all of these were accepted unchanged
    }
    if (decoded === undefined)
      repairs.push(name)
    else
      changed.push(decoded)
  }
  return changed ?? items as T[] // accepted one by one above
}

/**
 * Keeps the first item of each key, because the window renders lists by key. Returns the same array if there are no
 * duplicates.
 */
export function dedupeByKey<T>(
  items: T[],
  { keyOf, name, repairs }: { keyOf: (item: T) => unknown, name: string, repairs: Repairs },
): T[] {
  const seen = new Set<unknown>()
  const kept = items.filter(item => !seen.has(keyOf(item)) && seen.add(keyOf(item)))
  if (kept.length === items.length)
    return items
  repairs.push(`${name} named twice`)
  return kept
}

/** The optional fields of each block type. */
const optionalBlockFields: Readonly<Record<string, OptionalFields>> = {
  text: onlyMeta,
  image: { ...onlyMeta, uri: isText },
  audio: onlyMeta,
  resource_link: { ...onlyMeta, title: isText, description: isText, mimeType: isText, size: isWholeNumber },
  resource: onlyMeta,
}
const optionalResourceFields: OptionalFields = { ...onlyMeta, mimeType: isText, text: isText, blob: isText }
const optionalAnnotationsFields: OptionalFields = {
  ...onlyMeta,
  audience: Array.isArray,
  priority: isNumber,
  lastModified: isText,
}

/** Decodes a content block. Keeps a block of an unknown type unchanged. */
export function decodeContentBlock(value: unknown, repairs: Repairs): ContentBlock | undefined {
  if (typeof value === 'string') {
    repairs.push('content was a string')
    return { type: 'text', text: value }
  }
  if (!isJsonObject(value) || typeof value.type !== 'string')
    return undefined
  if (!isContentBlock(value))
    return undefined
  const optional = Object.hasOwn(optionalBlockFields, value.type) ? optionalBlockFields[value.type] : undefined
  const block = optional ? withAnnotations(dropInvalidFields(value, optional, repairs), repairs) : value
  return (value.type === 'resource' ? withResource(block, repairs) : block) as unknown as ContentBlock // every field was checked
}

function withAnnotations(block: JsonObject, repairs: Repairs): JsonObject {
  if (block.annotations === undefined || block.annotations === null)
    return block
  const annotations = decodeAnnotations(block.annotations, repairs)
  if (annotations === block.annotations)
    return block
  const fixed: JsonObject = { ...block, annotations }
  if (annotations === undefined)
    delete fixed.annotations
  return fixed
}

function decodeAnnotations(value: unknown, repairs: Repairs): JsonObject | undefined {
  if (!isJsonObject(value)) {
    repairs.push('annotations')
    return undefined
  }
  const fixed = dropInvalidFields(value, optionalAnnotationsFields, repairs)
  if (!Array.isArray(fixed.audience) || fixed.audience.every(isText))
    return fixed
  repairs.push('audience')
  return { ...fixed, audience: fixed.audience.filter(isText) }
}

function withResource(block: JsonObject, repairs: Repairs): JsonObject {
  // `isContentBlock` checked that it is an object.
  const resource = dropInvalidFields(block.resource as JsonObject, optionalResourceFields, repairs)
  return resource === block.resource ? block : { ...block, resource }
}

function isContentBlock(block: JsonObject): boolean {
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string'
    case 'image':
    case 'audio':
      return typeof block.data === 'string' && typeof block.mimeType === 'string'
    case 'resource_link':
      return typeof block.uri === 'string' && typeof block.name === 'string'
    case 'resource':
      return isJsonObject(block.resource) && typeof block.resource.uri === 'string'
        && (typeof block.resource.text === 'string' || typeof block.resource.blob === 'string')
    default:
      return true
  }
}

/** Decodes one item of a tool call's content. Keeps an item of an unknown type unchanged. */
export function decodeToolCallContent(value: unknown, repairs: Repairs): ToolCallContent | undefined {
  if (!isJsonObject(value) || typeof value.type !== 'string')
    return undefined
  switch (value.type) {
    case 'content': {
      const content = decodeContentBlock(value.content, repairs)
      const item = dropInvalidFields(value, onlyMeta, repairs)
      if (content !== undefined && content === item.content)
        return item as unknown as ToolCallContent // its content was checked
      return content && { ...item, type: 'content', content }
    }
    case 'diff':
      return decodeDiff(value, repairs)
    case 'terminal':
      return isId(value.terminalId)
        ? dropInvalidFields(value, onlyMeta, repairs) as unknown as ToolCallContent
        : undefined
    // A page of ACP's documentation shows content blocks without their wrapper, and some agents follow it.
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

function decodeDiff(item: JsonObject, repairs: Repairs): ToolCallContent | undefined {
  if (isDiff(item))
    return dropInvalidFields(item, onlyMeta, repairs) as unknown as ToolCallContent // its fields were checked
  // `null` as the new text means that the file is deleted.
  const isDeletion = item.newText === null && typeof item.oldText === 'string'
  return isDeletion ? decodeDiff({ ...item, newText: '' }, repairs) : undefined
}

function isDiff(item: JsonObject): boolean {
  return typeof item.path === 'string' && typeof item.newText === 'string'
    && (item.oldText === undefined || item.oldText === null || typeof item.oldText === 'string')
}

/** Decodes a location of a tool call and drops an invalid line number. */
export function decodeLocation(value: unknown, repairs: Repairs): ToolCallLocation | undefined {
  if (!isJsonObject(value) || typeof value.path !== 'string')
    return undefined
  return dropInvalidFields(value, optionalLocationFields, repairs) as unknown as ToolCallLocation // every field was checked
}

const optionalLocationFields: OptionalFields = { ...onlyMeta, line: isWholeNumber }
