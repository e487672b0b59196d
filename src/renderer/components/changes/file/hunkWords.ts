import type { DecidedSection, PendingSection } from './hunkSections'

/** Of a longer hunk the agent is told the beginning: it knows what it wrote. */
const maxLines = 20

/** Hunks in words for an agent: where they were, and what they did. */
export function hunkWords(hunks: readonly (PendingSection | DecidedSection)[]): string {
  return hunks.map(({ from, to, lines }) => {
    const changed = lines.filter(({ kind }) => kind !== 'context')
    const shown = changed.slice(0, maxLines).map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`)
    const rest = changed.length > maxLines ? [`… ${changed.length - maxLines} more lines`] : []
    return [`${from === to ? `line ${from}` : `lines ${from} to ${to}`}:`, ...shown, ...rest].join('\n')
  }).join('\n')
}
