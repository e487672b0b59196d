import type { TraceEntry } from '../../../shared/agentLog/traceEntry'
import type { Report } from '../../system/report'
import type { AgentDefinition } from '../agentDefinition'
import type { AgentTrace } from './agentTrace'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { TraceSecrets } from './traceSecrets'

/**
 * Writes a trace to `folder`, if given: one JSON line per entry, as it comes. Secrets are redacted here; all values of the agent's
 * configured environment count as secrets. Returns a function that ends it.
 */
export function writeTrace({ trace, agent: { name, env }, folder, report, secrets }: {
  trace: AgentTrace
  agent: AgentDefinition
  folder: string | undefined
  report: Report
  /** Further secrets to redact, read each time. */
  secrets?: () => readonly string[]
}): () => void {
  if (folder === undefined)
    return () => undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')}-${Date.now()}-${process.pid}.jsonl`)
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  file.on('error', error => report(error, `writing the trace ${path}`))
  const cutter = new TraceSecrets(Object.values(env), secrets)
  const stop = trace.onEntry(entry => file.write(`${writeEntry(entry, cutter)}\n`))
  return () => {
    stop()
    file.end()
  }
}

function writeEntry(entry: TraceEntry, cutter: TraceSecrets): string {
  return cutter.write({ ...entry, bytes: undefined, seq: undefined })
}
