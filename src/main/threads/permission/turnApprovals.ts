import type { PermissionOptionKind, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { ApprovedCommand } from '../../../shared/thread/events'
import type { CommandField } from '../../../shared/toolCall/commandField'
import type { PlacedCommand } from '../../../shared/toolCall/placedCommand'
import type { ShownFile } from './request/comparedChanges'
import { writtenTexts } from '../../../shared/toolCall/approvedDeeds'

/** An approved request, as it was shown. */
export interface ApprovedRequest {
  readonly call: ToolCallUpdate
  readonly command?: CommandField
  /** The files that it is about. */
  readonly files?: readonly ShownFile[]
}

/** What an approval holds for. */
interface ApprovalGround {
  /** It was given without a question, because the command only reads. */
  readonly readOnly?: boolean
}

interface Once extends ApprovalGround {
  readonly key: string
  readonly shown: ApprovedCommand
}

/**
 * What the person's answers to an agent's own requests cover. An approval of this turn covers exactly the command that
 * was shown, in the folder that was shown, for one run; one given with "always" covers it for the rest of the thread.
 */
export class TurnApprovals {
  readonly #always = new Set<string>()
  #once: Once[] = []
  /** Everything in the approved requests of this turn that may name a file to write. */
  #written: string[] = []
  /** The files of this turn's approved requests. */
  #files: ShownFile[] = []
  /** The files of this turn's rejected requests. */
  #rejected = new Set<string>()

  startTurn(): void {
    this.#once = []
    this.#written = []
    this.#files = []
    this.#rejected = new Set()
  }

  /** The last command approved in this turn that has not run. */
  get waiting(): ApprovedCommand | undefined {
    return this.#once.findLast(({ readOnly }) => !readOnly)?.shown
  }

  /** Keeps that an option of `kind` was chosen for what was shown. */
  add({ call, command, files = [] }: ApprovedRequest, kind: PermissionOptionKind | (string & {}), ground: ApprovalGround = {}): void {
    const keys = files.map(keyOfFile)
    if (kind !== 'allow_once' && kind !== 'allow_always')
      return keys.forEach(key => this.#rejected.add(key))
    keys.forEach(key => this.#rejected.delete(key))
    this.#files.push(...files)
    this.#written.push(...writtenTexts(call))
    if (!command || command.doubt !== undefined)
      return
    const { commandLine, cwd, placed } = command
    const key = keyOf(placed)
    if (kind === 'allow_always')
      this.#always.add(key)
    // "Always" is for this time too, where nothing holds for longer.
    this.#once.push({ key, shown: { commandLine, cwd }, ...ground })
  }

  /**
   * Whether a command may run without another question, and by which approval. An approval for one run is used up. With
   * `isEachTime`, an approval for the thread does not count. One that was given because the command only reads does not
   * count once it does more (`isReadOnly`).
   */
  consumeCommand(
    command: PlacedCommand,
    { isEachTime = false, isReadOnly = false }: {
      isEachTime?: boolean
      /** The command only reads, still. */
      isReadOnly?: boolean
    } = {},
  ): 'once' | 'always' | undefined {
    const key = keyOf(command)
    const index = this.#once.findIndex(approved => approved.key === key)
    const [used] = index >= 0 ? this.#once.splice(index, 1) : []
    if (used && (isReadOnly || !used.readOnly))
      return 'once'
    return !isEachTime && this.#always.has(key) ? 'always' : undefined
  }

  /** Whether a request of this turn for that access to this file was rejected. */
  rejectsFile(file: Pick<ShownFile, 'realPath' | 'access'>): boolean {
    return this.#rejected.has(keyOfFile(file))
  }

  /**
   * Whether an approved request of this turn showed what is done to this file now: that it is read, or all that is
   * written. What is written was compared with the file, so the agent may also read it.
   */
  coversFile({ realPath, access, text }: ShownFile): boolean {
    return this.#files.some(file => file.realPath === realPath
      && (access === 'read' || (file.access === 'write' && file.text !== undefined && file.text === text)))
  }

  /** Whether an approved command that has not run yet was shown to run in this folder. */
  coversFolder(path: string): boolean {
    return this.#once.some(({ shown }) => shown.cwd === path)
  }

  /**
   * Whether an approved request to write named this path, in a field of its own or in words, as Kimi does. It only
   * decides what is marked "not asked".
   */
  coversWrite(path: string): boolean {
    return this.#written.some(text => text === path || text.split(/[\s`'"(),]+/).includes(path))
  }
}

function keyOf({ folder, line }: PlacedCommand): string {
  return JSON.stringify([folder, line])
}

function keyOfFile({ realPath, access }: Pick<ShownFile, 'realPath' | 'access'>): string {
  return JSON.stringify([access, realPath])
}
