import { pathInFolder } from '../../../text/paths'
import { readableLine } from '../../../text/readableText'

/**
 * A call's title as shown in its line: without backticks around commands, with shortened paths. Commands stay
 * unchanged.
 */
export function shownTitle({ title, kind }: { title: string, kind?: string | undefined }, folder: string | undefined) {
  const command = /^`([^`]+)`$/.exec(title.trim())?.[1]
  const isCommand = command !== undefined || kind === 'execute'
  const words = isCommand ? command ?? title : title.split(' ').map(word => pathInFolder(word, folder)).join(' ')
  return { text: readableLine(words), isCode: command !== undefined }
}
