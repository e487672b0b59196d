/** A parsed query of quick open. */
interface QuickQuery {
  /** The part that matches paths. */
  readonly search: string
  readonly line?: number
  readonly column?: number
  /** Adds the file to the message instead of opening it. */
  readonly isMention: boolean
}

/** Parses `name:12:3` as a file with line and column, and a leading `@` as a mention. */
export function parseQuickQuery(typed: string): QuickQuery {
  const text = typed.trim()
  const isMention = text.startsWith('@')
  const [, search = '', line, column] = /^(.*?)(?::(\d{0,7})(?::(\d{0,7}))?)?$/s.exec(isMention ? text.slice(1) : text) ?? []
  return { search, isMention, ...Number(line) > 0 && { line: Number(line) }, ...Number(column) > 0 && { column: Number(column) } }
}
