import type { PermissionOptionKind, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { ApprovedCommand } from '../../../shared/thread/events'
import type { CommandField } from '../../../shared/toolCall/commandField'
import type { PlacedCommand } from '../../../shared/toolCall/placedCommand'
import type { ShownFile } from './request/compareChanges'
import { listWrittenTexts } from '../../../shared/toolCall/approvedDeeds'

/** An approved request, as it was shown. */
export interface ApprovedRequest {
  readonly call: ToolCallUpdate
  readonly command?: CommandField
  /** The files it concerns. */
  readonly files?: readonly ShownFile[]
}

/** The basis of an approval. */
interface ApprovalBasis {
  /** Given without a question because the command only reads. */
  readonly readOnly?: boolean
}

interface Once extends ApprovalBasis {
  readonly key: string
  readonly shown: ApprovedCommand
}

/**
 * Approvals from answers to an agent's own requests. Each covers exactly the shown command in the shown folder, for one
 * run in this turn or, with "always", for the rest of the thread.
 */
export class TurnApprovals {
  readonly #always = new Set<string>()
  #once: Once[] = []
  /** Texts in this turn's approved requests that may name a file to write. */
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
  get unusedCommand(): ApprovedCommand | undefined {
    return this.#once.findLast(({ readOnly }) => !readOnly)?.shown
  }

  /** Records that an option of `kind` was chosen for this request. */
  add(
    { call, command, files = [] }: ApprovedRequest,
    kind: PermissionOptionKind | (string & {}),
    ground: ApprovalBasis = {},
  ): void {
    const keys = files.map(toFileKey)
    if (kind !== 'allow_once' && kind !== 'allow_always')
      return keys.forEach(key => this.#rejected.add(key))
    keys.forEach(key => this.#rejected.delete(key))
    this.#files.push(...files)
    this.#written.push(...listWrittenTexts(call))
    if (!command || command.doubt !== undefined)
      return
    const { commandLine, cwd, placed } = command
    const key = toCommandKey(placed)
    if (kind === 'allow_always')
      this.#always.add(key)
    // Without a lasting scope, "always" covers only this run.
    this.#once.push({ key, shown: { commandLine, cwd }, ...ground })
  }

  /**
   * Returns the approval that lets a command run without another question. Consumes a one-time approval. With
   * `isEachTime`, thread-wide approvals don't count, and one for a read-only command counts only if the command is
   * still read-only (`isReadOnly`).
   */
  consumeCommand(
    command: PlacedCommand,
    { isEachTime = false, isReadOnly = false }: {
      isEachTime?: boolean
      /** Whether the command is still read-only. */
      isReadOnly?: boolean
    } = {},
  ): 'once' | 'always' | undefined {
    const key = toCommandKey(command)
    const index = this.#once.findIndex(approved => approved.key === key)
    const [used] = index >= 0 ? this.#once.splice(index, 1) : []
    if (used && (isReadOnly || !used.readOnly))
      return 'once'
    return !isEachTime && this.#always.has(key) ? 'always' : undefined
  }

  /** Whether a request for that access to this file was rejected in this turn. */
  rejectsFile(file: Pick<ShownFile, 'realPath' | 'access'>): boolean {
    return this.#rejected.has(toFileKey(file))
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

function toCommandKey({ folder, line }: PlacedCommand): string {
  return JSON.stringify([folder, line])
}

function toFileKey({ realPath, access }: Pick<ShownFile, 'realPath' | 'access'>): string {
  return JSON.stringify([access, realPath])
}
