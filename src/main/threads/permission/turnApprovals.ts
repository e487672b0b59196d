import type { PermissionOptionKind, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { SeenFiles } from './deciding/seenFiles'
import { writtenTexts } from '../../../shared/permission/approvedDeeds'
import { placedCommand, type PlacedCommand, shownCommand } from './request/shownCommand'

/**
 * What the person's answers to an agent's own requests cover. An approval of this turn covers the same command in the same
 * folder once; one given with "always" covers it for the rest of the thread.
 */
export class TurnApprovals {
  readonly #folder: string
  /** Approved commands, with what decided what they run when the person was asked. */
  readonly #always = new Map<string, SeenFiles | undefined>()
  #once: { readonly command: string, readonly seen?: SeenFiles }[] = []
  /** Everything in the approved requests of this turn that may name a file to write. */
  #written: string[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  startTurn(): void {
    this.#once = []
    this.#written = []
  }

  /** Keeps that the person chose an option of `kind` for what `toolCall` showed; `seen` is what its command would have run. */
  add(toolCall: ToolCallUpdate, kind: PermissionOptionKind | (string & {}), seen?: SeenFiles): void {
    if (kind !== 'allow_once' && kind !== 'allow_always')
      return
    this.#written.push(...writtenTexts(toolCall))
    const shown = shownCommand(toolCall, this.#folder)
    const command = shown && keyOf(shown)
    if (command !== undefined && kind === 'allow_always')
      this.#always.set(command, seen)
    // "Always" is for this time too, where nothing holds for longer.
    if (command !== undefined)
      this.#once.push({ command, seen })
  }

  /**
   * Whether a command may run without another question. Uses up the approval that covers it; with `isEachTime`, one for the thread does
   * not count, and none does that does not hold for what was seen.
   */
  consumeCommand(
    request: { command: string, args?: readonly string[], cwd?: string },
    { isEachTime = false, holds = () => true }: { isEachTime?: boolean, holds?: (seen: SeenFiles) => boolean } = {},
  ): boolean {
    const command = keyOf(placedCommand(request, this.#folder))
    const stillHolds = (seen: SeenFiles | undefined): boolean => seen === undefined || holds(seen)
    if (!isEachTime && this.#always.has(command) && stillHolds(this.#always.get(command)))
      return true
    const index = this.#once.findIndex(approved => approved.command === command)
    const [used] = index >= 0 ? this.#once.splice(index, 1) : []
    return used !== undefined && stillHolds(used.seen)
  }

  /**
   * Whether an approved request to write named this path, in a field of its own or in words, as Kimi does. It only decides what is marked
   * "not asked".
   */
  coversWrite(path: string): boolean {
    return this.#written.some(text => text === path || text.split(/[\s`'"(),]+/).includes(path))
  }
}

function keyOf({ folder, line }: PlacedCommand): string {
  return JSON.stringify([folder, line])
}
