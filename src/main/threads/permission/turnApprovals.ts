import type { PermissionOptionKind, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { ApprovedCommand } from '../../../shared/thread/events'
import type { CommandField } from '../../../shared/toolCall/commandField'
import type { PlacedCommand } from '../../../shared/toolCall/placedCommand'
import type { SeenFiles } from './deciding/seenFiles'
import { writtenTexts } from '../../../shared/toolCall/approvedDeeds'

/** An approved request, as it was shown. */
export interface ApprovedRequest {
  readonly call: ToolCallUpdate
  readonly command?: CommandField
}

/** What an approval holds for. */
export interface ApprovalGround {
  /** What its command would have run. */
  readonly seen?: SeenFiles
  /** It was given without a question, because the command only reads. */
  readonly readOnly?: boolean
}

interface Once extends ApprovalGround {
  readonly key: string
  readonly shown: ApprovedCommand
}

/**
 * What the person's answers to an agent's own requests cover. An approval of this turn covers exactly the command that was shown, in the
 * folder that was shown, for one run; one given with "always" covers it for the rest of the thread.
 */
export class TurnApprovals {
  /** Approved commands, with what decided what they run when the person was asked. */
  readonly #always = new Map<string, SeenFiles | undefined>()
  #once: Once[] = []
  /** Everything in the approved requests of this turn that may name a file to write. */
  #written: string[] = []

  startTurn(): void {
    this.#once = []
    this.#written = []
  }

  /** The last command approved in this turn that has not run. */
  get waiting(): ApprovedCommand | undefined {
    return this.#once.findLast(({ readOnly }) => !readOnly)?.shown
  }

  /** Keeps that an option of `kind` was chosen for what was shown. */
  add({ call, command }: ApprovedRequest, kind: PermissionOptionKind | (string & {}), ground: ApprovalGround = {}): void {
    if (kind !== 'allow_once' && kind !== 'allow_always')
      return
    this.#written.push(...writtenTexts(call))
    if (!command || command.doubt !== undefined)
      return
    const { commandLine, cwd, placed } = command
    const key = keyOf(placed)
    if (kind === 'allow_always')
      this.#always.set(key, ground.seen)
    // "Always" is for this time too, where nothing holds for longer.
    this.#once.push({ key, shown: { commandLine, cwd }, ...ground })
  }

  /**
   * Whether a command may run without another question, and by which approval. An approval for one run is used up. With `isEachTime`, an
   * approval for the thread does not count. No approval counts once what the command would run has changed (`holds`), or, where it was
   * given because the command only reads, once it does more (`isReadOnly`).
   */
  consumeCommand(
    command: PlacedCommand,
    { isEachTime = false, holds = () => true, isReadOnly = false }: {
      isEachTime?: boolean
      holds?: (seen: SeenFiles) => boolean
      /** The command only reads, still. */
      isReadOnly?: boolean
    } = {},
  ): 'once' | 'always' | undefined {
    const key = keyOf(command)
    const stillHolds = (seen: SeenFiles | undefined): boolean => seen === undefined || holds(seen)
    const index = this.#once.findIndex(approved => approved.key === key)
    const [used] = index >= 0 ? this.#once.splice(index, 1) : []
    if (used && (used.readOnly ? isReadOnly : stillHolds(used.seen)))
      return 'once'
    return !isEachTime && this.#always.has(key) && stillHolds(this.#always.get(key)) ? 'always' : undefined
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
