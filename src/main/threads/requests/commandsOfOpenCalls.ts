import type { RunningCommand } from '../../../shared/contract/runningCommand'
import type { ToolEntry, Transcript } from '../../../shared/thread/transcript'
import { isOpenCall } from '../../../shared/thread/reduce/draft'
import { commandField } from '../../../shared/toolCall/commandField'
import { isSameCommand, placedCommand } from '../../../shared/toolCall/placedCommand'

/** A command that Parley runs, with the folder that it runs in. */
interface Running extends RunningCommand {
  readonly cwd: string
}

/**
 * Which commands that Parley runs belong to calls of this turn that are still open. Some agents name no terminal in their calls: such a
 * command belongs to the call that shows it, and counts as open unless that has ended.
 */
export function commandsOfOpenCalls(transcript: Transcript, running: readonly Running[]): Running[] {
  const { entries, firstIndex, head } = transcript
  const named = entries.filter((entry): entry is ToolEntry => entry.kind === 'tool' && entry.terminalIds.length > 0)
  const turn = entries.slice(Math.max(0, head.turnStart - firstIndex)).filter((entry): entry is ToolEntry => entry.kind === 'tool')
  const ofNone = running.filter(({ terminalId }) => head.looseTerminals.includes(terminalId))
  const isOpen = (command: Running): boolean => {
    if (!ofNone.includes(command))
      return named.some(entry => entry.terminalIds.includes(command.terminalId) && isOpenCall(entry))
    // Of commands that are alike, the earlier ones belong to the calls that have ended.
    const ended = turn.filter(entry => entry.terminalIds.length === 0 && !isOpenCall(entry) && shows(entry, command))
    return ofNone.filter(other => isSame(other, command)).indexOf(command) >= ended.length
  }
  return running.filter(command => command.source === 'pty' && isOpen(command))
}

function shows({ call }: ToolEntry, command: Running): boolean {
  const field = commandField(call, { folder: command.cwd })
  return field !== undefined && isSameCommand(field.placed, placedIn(command))
}

function isSame(one: Running, other: Running): boolean {
  return isSameCommand(placedIn(one), placedIn(other))
}

function placedIn({ commandLine, cwd }: Running): ReturnType<typeof placedCommand> {
  return placedCommand({ command: commandLine }, cwd)
}
