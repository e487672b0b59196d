import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../text/jsonObject'

/** What agents call the tool that asks to leave their planning mode: as the title of its call, or in `_meta`. */
const planTools = /^(?:exit|leave|present|submit)[ _-]?plan(?:[ _-]?mode)?$|^plan[ _-]?(?:review|approval)$/i

/**
 * The plan, in Markdown, that an agent's request asks to approve: in the raw input, as Claude, Codex and Qwen send it, or else the first
 * text of the call, as Kimi does. Only for a request that shows no deed: what would be done now counts for more than words about later.
 */
export function planToApprove({ kind, title, content, rawInput, _meta }: ToolCallUpdate): string | undefined {
  const isNamed = [title, ...textsIn(_meta)].some(name => planTools.test(name?.trim() ?? ''))
  if (!isNamed && kind !== 'switch_mode')
    return undefined
  const told = isJsonObject(rawInput) && typeof rawInput.plan === 'string' ? rawInput.plan : ''
  if (told.trim() !== '')
    return told
  const texts = (content ?? []).flatMap(item => item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [])
  const text = texts[0] ?? ''
  // A sentence about another mode is no plan.
  return (isNamed ? text : text.includes('\n')) && text.trim() !== '' ? text : undefined
}

/** The texts in `_meta`, where agents put the tool's name. */
function textsIn(meta: unknown, depth = 0): string[] {
  if (typeof meta === 'string')
    return [meta.slice(0, 100)]
  return isJsonObject(meta) && depth <= 2 ? Object.values(meta).flatMap(value => textsIn(value, depth + 1)) : []
}
