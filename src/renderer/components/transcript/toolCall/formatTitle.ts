import type { ToolCall } from '@agentclientprotocol/sdk'
import { parseInputInContent } from '../../../../shared/toolCall/commandField'
import { getInputFacts } from '../../../../shared/toolCall/inputFacts'
import { toRelativePath } from '../../../text/paths'
import { readableLine } from '../../../text/readableText'

/**
 * Formats a call's title for its line: removes backticks around commands and shortens paths, except in commands. A
 * title that is only a tool name, such as Kimi's “Bash”, is replaced by the command or followed by the file.
 */
export function formatTitle(
  { title, kind, rawInput, content }: Pick<ToolCall, 'title' | 'kind' | 'rawInput' | 'content'>,
  folder: string | undefined,
) {
  const facts = isToolName(title) ? getInputFacts(rawInput ?? parseInputInContent(content)) : undefined
  if (facts?.commandLine !== undefined)
    return { text: readableLine(facts.commandLine), isCode: true }
  const [path, ...others] = facts?.paths ?? []
  const whole = path === undefined || others.length > 0 ? title : `${title} ${path}`
  const command = /^`([^`]+)`$/.exec(whole.trim())?.[1]
  const isCommand = command !== undefined || kind === 'execute'
  const words = isCommand ? command ?? whole : whole.split(' ').map(word => toRelativePath(word, folder)).join(' ')
  return { text: readableLine(words), isCode: command !== undefined }
}

/** Whether a title consists only of a tool's name. */
function isToolName(title: string): boolean {
  return /^[\w-]{1,40}$/.test(title.trim())
}
