const byteOrderMark = '\uFEFF'

/**
 * Gives `content` the byte order mark and line endings of the file it replaces: the mark is restored if the file has one, and bare line
 * feeds become CRLF if every line of the file ends with CRLF. Content with carriage returns keeps its own line endings.
 */
export function inShapeOf(before: string, content: string): string {
  const lines = endsLinesWithCrlf(before) && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  return before.startsWith(byteOrderMark) && !lines.startsWith(byteOrderMark) ? byteOrderMark + lines : lines
}

function endsLinesWithCrlf(text: string): boolean {
  return text.includes('\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text)
}
