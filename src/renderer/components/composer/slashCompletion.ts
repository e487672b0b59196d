import type { AvailableCommand } from '@agentclientprotocol/sdk'

/** The commands that match what is being typed; none unless the message is one unfinished `/word` up to the caret. */
export function slashCompletion({
  text,
  caret,
  commands,
}: {
  text: string
  caret: number
  commands: readonly AvailableCommand[]
}): AvailableCommand[] {
  const typed = /^\/(\S*)$/.exec(text.slice(0, caret))?.[1]?.toLowerCase()
  if (typed === undefined)
    return []
  const begins = commands.filter(({ name }) => name.toLowerCase().startsWith(typed))
  const contains = commands.filter(({ name }) => !name.toLowerCase().startsWith(typed) && name.toLowerCase().includes(typed))
  return [...begins, ...contains]
}

/** The message with the typed word replaced by `command`, and the caret behind it. */
export function acceptCommand(
  command: AvailableCommand,
  { text, caret }: { text: string, caret: number },
): { text: string, caret: number } {
  const start = `/${command.name} `
  const rest = text.slice(caret).replace(/^\S*\s?/, '')
  return { text: start + rest, caret: start.length }
}

/** What to write after a command, while nothing is written there yet. */
export function hintOf(text: string, commands: readonly AvailableCommand[]): string | undefined {
  const name = /^\/(\S+)\s+$/.exec(text)?.[1]
  const input = name === undefined ? undefined : commands.find(command => command.name === name)?.input
  return input?.hint === undefined || input.hint === '' ? undefined : `/${name} ${input.hint}`
}
