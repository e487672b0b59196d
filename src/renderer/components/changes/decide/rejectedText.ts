/** A file with its rejected hunks in words; empty words mean the whole file. */
export interface RejectedFile {
  readonly path: string
  readonly what: string
}

const heading = 'The person looked at your changes and rejected these. The files no longer have them:'
/** Starts each rejection; nothing else starts a line with it. */
const start = '\nRejected:\n'
/** A longer hunk would dominate the message. */
const maxFiles = 200

/** Adds a rejection to the text for the agent. `count`: number of rejected files if not all are named. */
export function withRejection(text: string | undefined, files: readonly RejectedFile[], count: number = files.length): string {
  const lines = files.slice(0, maxFiles).map(({ path, what }) => `- ${oneLine(path)}${what === '' ? '' : `, ${indented(what)}`}`)
  const more = count - lines.length
  const rest = more > 0 ? [`- and ${more} more ${more === 1 ? 'file' : 'files'}`] : []
  return `${text ?? `${heading}\n`}${start}${[...lines, ...rest].join('\n')}\n`
}

/** Removes the last rejection; `undefined` if it was the only one. */
export function withoutLast(text: string): string | undefined {
  const at = text.lastIndexOf(start)
  const rest = text.slice(0, Math.max(0, at))
  return rest.includes(start) ? rest : undefined
}

/**
 * Removes the rejection of this file or hunk; `undefined` if nothing remains. Undoing a hunk removes the rejection of
 * the whole file, as the agent must not be told that existing changes were rejected.
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

/** A hunk's changed lines without their numbers, which move. */
function linesOf(entry: string): string {
  return entry.trimEnd().split('\n').slice(1).join('\n')
}

/** Counts files and hunks in the text. */
export function rejectionCount(text: string): number {
  return text.match(/^- /gm)?.length ?? 0
}

function oneLine(path: string): string {
  return path.replaceAll(/[\r\n]/g, ' ')
}

/** Escapes file lines that look like the text's own. */
function indented(what: string): string {
  return what.replaceAll('\n', '\n    ')
}
