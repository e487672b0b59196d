import type { ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk'
import { posix } from 'node:path'
import { inputFacts, namedCommand } from '../../../../shared/permission/inputFacts'
import { commandLineForDisplay } from '../../../../shared/text/commandLineForDisplay'
import { isSystemShell } from '../../../../shared/text/interpreters'
import { isProtected } from '../../../workspace/protectedNames'

/**
 * A `cd` before the command proper, as agents write it. Only names that no shell reads as anything else, and only plain blanks: after a
 * line's end another command begins, and `<(x)` is one.
 */
const leadingCd
  = /^cd[ \t]+(?:"([^"$`\\!\p{C}-][^"$`\\!\p{C}]*)"|'([^'\p{C}-][^'\p{C}]*)'|([\p{L}\p{N}_./][\p{L}\p{N}_@%+,./:-]*))[ \t]*(&&|;)[ \t]*/u
/** What a call whose title alone names a command may call itself. */
const running: readonly (ToolKind | null | undefined)[] = ['execute', 'other', null, undefined]

/** A command in its one form, and the folder that it runs in. */
export interface PlacedCommand {
  readonly line: string
  readonly folder: string
}

/**
 * The command that a permission request showed: from its raw input, or without one from its title. `undefined` where neither names one,
 * also where the title says something other than the raw input, because the person judged by it.
 */
export function shownCommand({ rawInput, title, kind }: ToolCallUpdate, folder: string): PlacedCommand | undefined {
  const shown = namedCommand(rawInput)
  if (shown) {
    const [command, ...words] = [shown.command].flat()
    return placedCommand({ command: command!, args: [...words, ...shown.args], cwd: shown.cwd }, folder)
  }
  const { paths, url } = inputFacts(rawInput)
  return title && running.includes(kind) && paths.length === 0 && url === undefined
    ? placedCommand({ command: unquoted(title) }, folder)
    : undefined
}

/** A command as approvals compare it: the same words elsewhere are another deed. */
export function placedCommand(
  { command, args, cwd }: { command: string, args?: readonly string[], cwd?: string },
  folder: string,
): PlacedCommand {
  const line = plainLine(command, args)
  const from = posix.resolve(folder, cwd ?? '')
  const cd = cdOf(line, from)
  return { line: cd?.rest ?? line, folder: cd?.target ?? from }
}

/**
 * A command as rules judge it: without a `sh -c` (bash, zsh) around it and without a leading `cd` into the workspace, as `isInside` tells
 * with every link followed. Only what changes nothing about what runs is taken off.
 */
export function judgedCommand(
  { command, args, cwd }: { command: string, args?: readonly string[], cwd: string },
  isInside: (path: string) => boolean,
): PlacedCommand {
  const line = plainLine(command, args)
  const cd = cdOf(line, posix.resolve(cwd))
  // In a protected folder even a harmless name can do harm.
  return cd && isInside(cd.target) && !isProtected(posix.relative(cwd, cd.target), 'write')
    ? { line: cd.rest, folder: cd.target }
    : { line, folder: cwd }
}

function plainLine(command: string, args: readonly string[] = []): string {
  return withoutShell(trimmed(args.length === 0 ? command : lineOfShell(command, args) ?? commandLineForDisplay(command, args)))
}

function lineOfShell(command: string, args: readonly string[]): string | undefined {
  return isSystemShell(command) && args.length === 2 && /^-[il]*c$/.test(args[0]!) ? args[1] : undefined
}

/** `bash -c 'x'` written as one line. Only a single quoted word counts: anything else may mean something else to the shell. */
function withoutShell(line: string): string {
  const match = /^(\S+)[ \t]+-[il]*c[ \t]+(?:'([^']*)'|"([^"$`\\]*)")$/.exec(line)
  return match && isSystemShell(match[1]!) ? trimmed(match[2] ?? match[3] ?? '') : line
}

/** Blanks of other kinds are letters to a shell. */
function trimmed(line: string): string {
  return line.replace(/^[ \t\n]+|[ \t\n]+$/g, '')
}

/**
 * Where a leading `cd` leads, and what follows it. After `;` that runs also where the `cd` fails, so only one that changes nothing counts.
 */
function cdOf(line: string, from: string): { target: string, rest: string } | undefined {
  const match = leadingCd.exec(line)
  if (!match)
    return undefined
  const target = posix.resolve(from, match[1] ?? match[2] ?? match[3] ?? '')
  return match[4] === '&&' || target === from ? { target, rest: trimmed(line.slice(match[0].length)) } : undefined
}

/** Agents write a command in a title as Markdown code, alone or within a sentence: then the one piece of code is what was shown. */
function unquoted(title: string): string {
  const spans = [...title.matchAll(/(`+)([^`]+)\1/g)]
  return spans.length === 1 ? spans[0]![2]!.trim() : title
}
