import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { posix } from 'node:path'
import { commandLineForDisplay } from '../../../shared/commandLineForDisplay'
import { isFields } from '../../../shared/fields'

/** By bare name or from where the system keeps them: an agent can write a file of that name elsewhere. */
const shell = /^(?:(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/)?(?:sh|bash|zsh|dash|ksh)$/
/** A `cd` before the command proper, as agents write it: quoted or not, followed by `&&` or `;`. */
const leadingCd = /^cd\s+(?:"([^"$`\\]+)"|'([^']+)'|([^\s;&|$`'"\\]+))\s*(?:&&|;)\s*/

/**
 * The command that a permission request showed: from its raw input, else from its title. `undefined` where neither names one.
 * Agents put it under `command` or `cmd`, as a line or as an argument list.
 */
export function shownCommand(toolCall: ToolCallUpdate, folder: string): string | undefined {
  const raw = isFields(toolCall.rawInput) ? toolCall.rawInput : {}
  const command = raw.command ?? raw.cmd
  const args = isTexts(raw.args) ? raw.args : []
  if (typeof command === 'string')
    return plainCommand({ command, args }, folder)
  if (isTexts(command) && command.length > 0)
    return plainCommand({ command: command[0]!, args: [...command.slice(1), ...args] }, folder)
  return toolCall.title ? plainCommand({ command: unquoted(toolCall.title) }, folder) : undefined
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

/**
 * A command in the one form in which two are compared: without a `sh -c` (bash, zsh) around it and without a leading `cd` into
 * the workspace. Only what changes nothing about what runs is taken off.
 */
export function plainCommand({ command, args = [] }: { command: string, args?: readonly string[] }, folder: string): string {
  const line = args.length === 0 ? command : lineOfShell(command, args) ?? commandLineForDisplay(command, args)
  return withoutCd(withoutShell(line.trim()), folder)
}

function lineOfShell(command: string, args: readonly string[]): string | undefined {
  return shell.test(command) && args.length === 2 && /^-[il]*c$/.test(args[0]!) ? args[1] : undefined
}

/** `bash -c 'x'` written as one line. Only a single quoted word counts: anything else may mean something else to the shell. */
function withoutShell(line: string): string {
  const match = /^(\S+)\s+-[il]*c\s+(?:'([^']*)'|"([^"$`\\]*)")$/.exec(line)
  return match && shell.test(match[1]!) ? (match[2] ?? match[3] ?? '').trim() : line
}

function withoutCd(line: string, folder: string): string {
  const match = leadingCd.exec(line)
  if (!match)
    return line
  const target = posix.resolve(folder, match[1] ?? match[2] ?? match[3] ?? '')
  const isInside = target === posix.normalize(folder) || target.startsWith(`${posix.normalize(folder)}/`)
  return isInside ? line.slice(match[0].length).trim() : line
}

/** Agents write a command in a title as Markdown code, alone or within a sentence: then the one piece of code is what was shown. */
function unquoted(title: string): string {
  const spans = [...title.matchAll(/(`+)([^`]+)\1/g)]
  return spans.length === 1 ? spans[0]![2]!.trim() : title
}
