import type { ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../text/jsonObject'
import { namedCommand } from './inputFacts'

/** What an agent may do only with an approval. */
export type GatedKind = Extract<ToolKind, 'edit' | 'delete' | 'move' | 'execute'>

/** The deed of a call, by what it says of itself; `undefined` for one that only looks. */
export function gatedKind({ kind, content }: ToolCallUpdate): GatedKind | undefined {
  if (kind === 'edit' || kind === 'delete' || kind === 'move' || kind === 'execute')
    return kind
  return content?.some(({ type }) => type === 'diff') ? 'edit' : undefined
}

/**
 * Whether who approved this call approved such a deed: a read is no write. A call that does not tell its kind stands
 * for what it shows.
 */
export function approvesKind({ kind, rawInput }: ToolCallUpdate, deed: GatedKind): boolean {
  const isUntold = kind === undefined || kind === null || kind === 'other'
  const shown = isUntold && namedCommand(rawInput) ? 'execute' : kind
  return shown === deed || (isUntold && shown !== 'execute') || (shown === 'move' && deed === 'edit')
}

/**
 * Every text of an approved call that may name a file it writes: a diff in any call, all else only where the call is to
 * write.
 */
export function writtenTexts(call: ToolCallUpdate): string[] {
  const { content, locations, title, rawInput } = call
  const diffs = (content ?? []).flatMap(item => (item.type === 'diff' ? [item.path] : []))
  if (!approvesKind(call, 'edit'))
    return diffs
  return [
    ...diffs,
    ...(locations ?? []).map(({ path }) => path),
    ...(content ?? []).flatMap(item => (item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [])),
    title ?? '',
    ...(isJsonObject(rawInput) ? Object.values(rawInput).filter(value => typeof value === 'string') : []),
  ]
}
