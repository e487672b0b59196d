import { pathInFolder } from '../../../text/paths'
import { readableLine } from '../../../text/readableText'

/**
 * A call's title as its line shows it. Agents put commands in backticks, and write out where a file is; a command stays
 * as it is.
 */
export function shownTitle({ title, kind }: { title: string, kind?: string | undefined }, folder: string | undefined) {
  const command = /^`([^`]+)`$/.exec(title.trim())?.[1]
  const isCommand = command !== undefined || kind === 'execute'
  const words = isCommand ? command ?? title : title.split(' ').map(word => pathInFolder(word, folder)).join(' ')
  return { text: readableLine(words), isCode: command !== undefined }
}
