import type { ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../text/jsonObject'
import { getNamedCommand } from './inputFacts'

/** Tool kinds that require an approval. */
export type GatedKind = Extract<ToolKind, 'edit' | 'delete' | 'move' | 'execute'>

/** The approval that a call requires, judging by its own report; `undefined` for read-only calls. */
export function getGatedKind({ kind, content }: ToolCallUpdate): GatedKind | undefined {
  if (kind === 'edit' || kind === 'delete' || kind === 'move' || kind === 'execute')
    return kind
  return content?.some(({ type }) => type === 'diff') ? 'edit' : undefined
}

/**
 * Whether approving this call approves an action of that kind: approving a read does not approve a write. The kind of a
 * call without one is derived from what it shows.
 */
export function approvesKind({ kind, rawInput }: ToolCallUpdate, deed: GatedKind): boolean {
  const isUntold = kind === undefined || kind === null || kind === 'other'
  const shown = isUntold && getNamedCommand(rawInput) ? 'execute' : kind
  return shown === deed || (isUntold && shown !== 'execute') || (shown === 'move' && deed === 'edit')
}

/**
 * Every text of an approved call that may name a file that it writes: diff paths in any call, other texts only in calls
 * that write.
 */
export function listWrittenTexts(call: ToolCallUpdate): string[] {
  const { content, locations, title, rawInput } = call
  const diffs = (content ?? []).flatMap(item => (item.type === 'diff' ? [item.path] : []))
  if (!approvesKind(call, 'edit'))
    return diffs
  return [
    ...diffs,
    ...(locations ?? []).map(({ path }) => path),
    ...(content ?? []).flatMap(item =>
      (item.type === 'content' && item.content.type === 'text' ? [item.content.text] : []),
    ),
    title ?? '',
    ...(isJsonObject(rawInput) ? Object.values(rawInput).filter(value => typeof value === 'string') : []),
  ]
}
