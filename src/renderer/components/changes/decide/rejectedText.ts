/** A file with the hunks of it that were rejected, in words; empty words stand for the whole file. */
export interface RejectedFile {
  readonly path: string
  readonly what: string
}

const heading = 'The person looked at your changes and rejected these. The files no longer have them:'
/** What begins each rejection: nothing else is at the beginning of a line. */
const start = '\nRejected:\n'
/** A longer one would be most of the message. */
const maxFiles = 200

/** What the agent is told, with one more rejection. `count`: how many files were rejected, where not all are named. */
export function withRejection(text: string | undefined, files: readonly RejectedFile[], count: number = files.length): string {
  const lines = files.slice(0, maxFiles).map(({ path, what }) => `- ${oneLine(path)}${what === '' ? '' : `, ${indented(what)}`}`)
  const more = count - lines.length
  const rest = more > 0 ? [`- and ${more} more ${more === 1 ? 'file' : 'files'}`] : []
  return `${text ?? `${heading}\n`}${start}${[...lines, ...rest].join('\n')}\n`
}

/** The same without the last rejection; `undefined` if that was the only one. */
export function withoutLast(text: string): string | undefined {
  const at = text.lastIndexOf(start)
  const rest = text.slice(0, Math.max(0, at))
  return rest.includes(start) ? rest : undefined
}

/**
 * The same without the rejection of this file, or of this hunk of it; `undefined` if that was all. When a hunk of a
 * file that was rejected as a whole comes back, the whole rejection goes: the agent must not be told that changes were
 * rejected which are there.
 */
export function withoutRejection(text: string, { path, what }: RejectedFile): string | undefined {
  const [heading = '', ...parts] = text.split(start)
  const name = `- ${oneLine(path)}`
  const rest = parts.flatMap((part) => {
    const entries = part.split(/^(?=- )/m).filter((entry) => {
      const isFile = entry.startsWith(`${name}\n`)
      const isPart = entry.startsWith(`${name}, `)
      return !isFile && !(isPart && (what === '' || linesOf(entry) === linesOf(indented(what))))
    })
    return entries.length > 0 ? [entries.join('')] : []
  })
  return rest.length > 0 ? [heading, ...rest].join(start) : undefined
}

/** A hunk's changed lines, without where they were: that moves. */
function linesOf(entry: string): string {
  return entry.trimEnd().split('\n').slice(1).join('\n')
}

/** How many files and hunks it lists. */
export function rejectionCount(text: string): number {
  return text.match(/^- /gm)?.length ?? 0
}

function oneLine(path: string): string {
  return path.replaceAll(/[\r\n]/g, ' ')
}

/** Lines of a file must not look like one of ours. */
function indented(what: string): string {
  return what.replaceAll('\n', '\n    ')
}
