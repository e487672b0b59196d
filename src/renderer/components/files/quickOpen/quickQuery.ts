/** What was typed in quick open. */
interface QuickQuery {
  /** The part that names a file. */
  readonly search: string
  readonly line?: number
  readonly column?: number
  /** The file is to be mentioned in the message. */
  readonly isMention: boolean
}

/** `name:12:3` means a line and column of it; an `@` before it, the message. */
export function parseQuickQuery(typed: string): QuickQuery {
  const text = typed.trim()
  const isMention = text.startsWith('@')
  const [, search = '', line, column] = /^(.*?)(?::(\d{0,7})(?::(\d{0,7}))?)?$/s.exec(isMention ? text.slice(1) : text) ?? []
  return { search, isMention, ...Number(line) > 0 && { line: Number(line) }, ...Number(column) > 0 && { column: Number(column) } }
}
