const byteOrderMark = '\uFEFF'

/**
 * `content` in the shape of the file it replaces: the byte order mark is put back where the file has one, and bare line feeds
 * become CRLF where every line of the file ends so. Content that has carriage returns of its own means them.
 */
export function inShapeOf(before: string, content: string): string {
  const lines = endsLinesWithCrlf(before) && !content.includes('\r') ? content.replaceAll('\n', '\r\n') : content
  return before.startsWith(byteOrderMark) && !lines.startsWith(byteOrderMark) ? byteOrderMark + lines : lines
}

function endsLinesWithCrlf(text: string): boolean {
  return text.includes('\n') && !/(?:^|[^\r])\n|\r(?!\n)/.test(text)
}
