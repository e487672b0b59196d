/** A rejected file. `what` describes its rejected hunks; empty for the whole file. */
export interface RejectedFile {
  readonly path: string
  readonly what: string
}

const heading = 'The person looked at your changes and rejected these. The files no longer have them:'
/** Starts each rejection. No other line of the text equals it. */
const separator = '\nRejected:\n'
/** Maximum files named per rejection. More would dominate the message. */
const maxFiles = 200

/** Appends a rejection to the text for the agent. `count` is the number of rejected files if `files` lists only some. */
export function appendRejection(text: string | undefined, files: readonly RejectedFile[], count: number = files.length): string {
  const lines = files.slice(0, maxFiles).map(({ path, what }) => `- ${toSingleLine(path)}${what === '' ? '' : `, ${indent(what)}`}`)
  const more = count - lines.length
  const rest = more > 0 ? [`- and ${more} more ${more === 1 ? 'file' : 'files'}`] : []
  return `${text ?? `${heading}\n`}${separator}${[...lines, ...rest].join('\n')}\n`
}

/** Removes the last rejection. Returns `undefined` if it was the only one. */
export function removeLastRejection(text: string): string | undefined {
  const at = text.lastIndexOf(separator)
  const rest = text.slice(0, Math.max(0, at))
  return rest.includes(separator) ? rest : undefined
}

/**
 * Removes the rejection of this file or hunk. Returns `undefined` if nothing remains. For a hunk, it also removes a
 * rejection of the whole file, which would no longer be true.
 */
export function removeRejection(text: string, { path, what }: RejectedFile): string | undefined {
  const [heading = '', ...parts] = text.split(separator)
  const name = `- ${toSingleLine(path)}`
  const rest = parts.flatMap((part) => {
    const entries = part.split(/^(?=- )/m).filter((entry) => {
      const isFile = entry.startsWith(`${name}\n`)
      const isPart = entry.startsWith(`${name}, `)
      return !isFile && !(isPart && (what === '' || dropFirstLine(entry) === dropFirstLine(indent(what))))
    })
    return entries.length > 0 ? [entries.join('')] : []
  })
  return rest.length > 0 ? [heading, ...rest].join(separator) : undefined
}

/** A hunk's changed lines, without the line numbers, which may change. */
function dropFirstLine(entry: string): string {
  return entry.trimEnd().split('\n').slice(1).join('\n')
}

/** Counts rejected files and hunks in the text. */
export function countRejections(text: string): number {
  return text.match(/^- /gm)?.length ?? 0
}

function toSingleLine(path: string): string {
  return path.replaceAll(/[\r\n]/g, ' ')
}

/** Indents lines of files, so that they can't be mistaken for lines of the text. */
function indent(what: string): string {
  return what.replaceAll('\n', '\n    ')
}
