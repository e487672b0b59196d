import type { Thread } from '../thread'
import { toOneLine } from '../../../shared/text/shorten'
import { formatTurn } from '../../../shared/thread/text/entryMarkdown'

/** Number of entries read at a time. */
const pageSize = 500
/** Enough for several thousand turns, and editors can still open the file. */
const maxCharacters = 8 * 1024 * 1024

/** Formats the thread as Markdown for people. Includes only the newest part of a huge thread and says so. */
export function readThreadMarkdown(thread: Thread): string {
  thread.flush()
  const { title, agentName, folder } = thread.summary
  const { entries, firstIndex } = thread.transcript
  const pages = [formatTurn(entries)]
  let size = pages[0]!.length
  let before = firstIndex
  while (before > 0 && size < maxCharacters) {
    const earlier = thread.readEntries(before, pageSize)
    if (earlier.length === 0)
      break
    before -= earlier.length
    const page = formatTurn(earlier)
    size += page.length
    pages.unshift(page)
  }
  const head = `# ${toOneLine(title, 200)}\n\n${toOneLine(`${agentName} · ${folder}`, 1_000)}`
  const leftOut = before > 0 ? ['(Earlier messages are left out.)'] : []
  return `${[head, ...leftOut, ...pages.map(page => page.trim())].join('\n\n')}\n`
}
