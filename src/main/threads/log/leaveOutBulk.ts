import type { SessionUpdate } from '@agentclientprotocol/sdk'

const mostCharacters = 32 * 1024

/**
 * The update without what is large in its `_meta`: Qwen tells half a megabyte about its skills with every list of commands, and the log
 * would keep it each time a thread goes on. The same object comes back when nothing is left out.
 */
export function leaveOutBulk(update: SessionUpdate): SessionUpdate {
  const entries = Object.entries(update._meta ?? {})
  const kept = entries.filter(([, value]) => (JSON.stringify(value) ?? '').length <= mostCharacters)
  return kept.length === entries.length ? update : { ...update, _meta: Object.fromEntries(kept) }
}
