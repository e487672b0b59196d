import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../system/report'
import type { AgentTrace, TraceEntry } from './agentTrace'
import { TraceSecrets } from './traceSecrets'

/**
 * Writes a trace to `folder`, one JSON line per entry, as it comes. Secrets are cut here, when written. Returns a function that ends it.
 * `secrets` are values that must never be written, such as the agent's own configured environment.
 */
export function writeTrace({ trace, folder, name, secrets, report }: {
  trace: AgentTrace
  folder: string
  name: string
  secrets: readonly string[]
  report: Report
}): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, '_')}-${Date.now()}-${process.pid}.jsonl`)
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 })
  file.on('error', error => report(error, `writing the trace ${path}`))
  const cutter = new TraceSecrets(secrets)
  const stop = trace.onEntry(entry => file.write(`${writeEntry(entry, cutter)}\n`))
  return () => {
    stop()
    file.end()
  }
}

function writeEntry(entry: TraceEntry, cutter: TraceSecrets): string {
  return cutter.write({ ...entry, bytes: undefined })
}
