import type { SessionUpdate } from '@agentclientprotocol/sdk'

/** Whether a call names files before it runs: what was changed until then is not the call's. */
export function announcesFiles(update: SessionUpdate): boolean {
  return update.sessionUpdate === 'tool_call' && (update.status ?? 'pending') === 'pending'
    && Boolean(update.locations?.length || update.content?.length)
}

/** Whether a command comes. One that runs already may have written by now: whatever came just before cannot be told apart from that. */
export function announcesCommand(update: SessionUpdate): boolean {
  switch (update.sessionUpdate) {
    case 'tool_call': return update.kind === 'execute' && (update.status ?? 'pending') === 'pending' // which is ACP's default
    case 'tool_call_update': return update.kind === 'execute' && update.status === 'pending'
    default: return false
  }
}
