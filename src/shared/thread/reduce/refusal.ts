import type { RefusedEvent } from '../deedEvents'
import type { Entry, ToolEntry } from '../transcript'
import type { Draft } from './draft'
import { isOpenCall } from './draft'
import { speaksOf } from './notAsked'

/** A call that tries on and on must not become slower and slower. */
const maxRefused = 20

/**
 * Shows a refused request in the tool call that it belongs to: the one that names the file, command or terminal, otherwise the one that
 * runs. Where there is none, the log of decisions has it: agents look for files that nobody has.
 */
export function addRefusal(draft: Draft, { request, target, why }: RefusedEvent): void {
  const isAbout = (entry: Entry): entry is ToolEntry => entry.kind === 'tool' && names(entry, { request, target })
  const owner = draft.findInTurn(isAbout) ?? draft.findInTurn(isOpenCall)
  if (!owner || (owner.entry.refused?.length ?? 0) >= maxRefused)
    return
  draft.replace(owner.index, { ...owner.entry, refused: [...owner.entry.refused ?? [], { request, target, why }] })
}

function names({ call, terminalIds }: ToolEntry, { request, target }: Pick<RefusedEvent, 'request' | 'target'>): boolean {
  return request === 'terminal' ? terminalIds.includes(target) : speaksOf(call, target)
}
