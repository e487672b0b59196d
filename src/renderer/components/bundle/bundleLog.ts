import type { AgentLogEntry } from '../../../shared/agentLog/agentLogEntry'
import type { Bundle } from '../../../shared/bundle/bundle'
import { AgentLogWriter } from '../../../shared/agentLog/agentLogWriter'

/** The lines of a bundle's agent log; its secrets were cut when it was written. */
export function bundleLog({ trace }: Bundle): { entries: AgentLogEntry[], readWhole: (entryId: string) => Promise<string> } {
  const writer = new AgentLogWriter({
    connectionId: 'bundle',
    secrets: { write: value => JSON.stringify(value) ?? '', clean: text => text },
  })
  return {
    entries: trace.map(entry => writer.write(entry)),
    readWhole: (entryId) => {
      const entry = trace.find(({ seq }) => `bundle/${seq}` === entryId)
      return Promise.resolve(entry && 'message' in entry ? JSON.stringify(entry.message) : '')
    },
  }
}
