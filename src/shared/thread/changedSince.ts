import type { Transcript } from './transcript'

/** How many files the agent changed since then, by its own words and by what Parley wrote for it, as far as the transcript is held. */
export function changedSince({ entries }: Pick<Transcript, 'entries'>, since: number): number {
  const paths = new Set<string>()
  for (const entry of entries) {
    if (entry.kind !== 'tool' || (entry.endedAt ?? entry.at) < since)
      continue
    const told = entry.call.status === 'completed' ? [...entry.call.content ?? [], ...entry.replaced ?? []] : []
    for (const item of [...told, ...entry.writes ?? []]) {
      if ('path' in item)
        paths.add(item.path)
    }
  }
  return paths.size
}
