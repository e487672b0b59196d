import { readFileSync } from 'node:fs'

/** A line that the agent writes before it continues. */
export type JournalLine
  /** About to be sent. */
  = | { readonly kind: 'piece', readonly session: string, readonly piece: number, readonly at: number }
  /** Received: a prompt's text, or the answer to a question of its turn. */
    | { readonly kind: 'prompt', readonly text: string }
    | { readonly kind: 'answer', readonly text: string, readonly toolCallId: string, readonly option: string | undefined }

/** The agent's image, large enough to be stored apart from the log. */
export const saidImage = 'iVBORw0KGgo'.repeat(2_000)

/** Reads all complete lines. The last one may be truncated. */
export function readJournal(path: string): JournalLine[] {
  const text = readFileSync(path, { encoding: 'utf8', flag: 'a+' })
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as JournalLine) // only the agent writes it
}
