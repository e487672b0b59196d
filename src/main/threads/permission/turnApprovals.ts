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
  /** The files it concerns. */
  readonly files?: readonly ShownFile[]
}

/** The scope of an approval. */
interface ApprovalGround {
  /** Given without a question because the command only reads. */
  readonly readOnly?: boolean
}

interface Once extends ApprovalGround {
  readonly key: string
  readonly shown: ApprovedCommand
}

/**
 * What answers to an agent's own requests cover. An approval covers exactly the shown command in the shown folder for
 * one run of this turn; with "always", for the rest of the thread.
 */
export class TurnApprovals {
  readonly #always = new Set<string>()
  #once: Once[] = []
  /** All texts in this turn's approved requests that may name a file to write. */
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

  /** The last approved command of this turn that has not run yet. */
  get waiting(): ApprovedCommand | undefined {
    return this.#once.findLast(({ readOnly }) => !readOnly)?.shown
  }

  /** Records that an option of `kind` was chosen for this request. */
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
    // Without a lasting scope, "always" covers this run.
    this.#once.push({ key, shown: { commandLine, cwd }, ...ground })
  }

  /**
   * Whether a command may run without another question, and by which approval. Uses up an approval for one run. With
   * `isEachTime`, thread-wide approvals don't count; one for a read-only command counts only if it still is
   * (`isReadOnly`).
   */
  consumeCommand(
    command: PlacedCommand,
    { isEachTime = false, isReadOnly = false }: {
      isEachTime?: boolean
      /** The command still only reads. */
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

  /** Whether a request for that access to this file was rejected in this turn. */
  rejectsFile(file: Pick<ShownFile, 'realPath' | 'access'>): boolean {
    return this.#rejected.has(keyOfFile(file))
  }

  /**
   * Whether an approved request of this turn showed this access to the file: the read, or the complete write. Writes
   * were compared with the file, so they include reading it.
   */
  coversFile({ realPath, access, text }: ShownFile): boolean {
    return this.#files.some(file => file.realPath === realPath
      && (access === 'read' || (file.access === 'write' && file.text !== undefined && file.text === text)))
  }

  /** Whether an approved command that has not run yet was shown with this folder. */
  coversFolder(path: string): boolean {
    return this.#once.some(({ shown }) => shown.cwd === path)
  }

  /**
   * Whether an approved write request named this path in a field or, as Kimi does, in words. Only decides what is
   * marked "not asked".
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
