import type { ThreadEvent } from '../../../src/shared/thread/events'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Returns the lines of a fixture: random ids numbered, this machine's paths replaced, times relative to the start. */
export function stable(events: readonly ThreadEvent[], paths: Readonly<Record<string, string>>): string[] {
  const ids = new Map<string, string>()
  const startedAt = events[0]?.at ?? 0
  return events.map((event) => {
    let line = JSON.stringify({ ...event, at: event.at - startedAt })
    // Some agents show a path from the root on, without its first slash.
    for (const [path, name] of Object.entries(paths))
      line = line.replaceAll(path, name).replaceAll(path.replace(/^\//, ''), name.replace(/^\//, ''))
    return line.replace(uuid, (id) => {
      ids.set(id, ids.get(id) ?? `id-${ids.size + 1}`)
      return ids.get(id)!
    })
  })
}
