import type { CheckedStart } from '../../../terminal/startLine'
import type { Workspace } from '../../../workspace/workspace'
import type { AskedCommand } from '../rules/ruledCommand'
import type { ReadOnlyRuns } from './readOnlyRuns'
import { isTriedRead } from '../../../rules/plainPrograms'
import { splitCommand } from '../../../rules/shell/splitCommand'

/** What the person chose about commands that only read, and how often they are asked. */
export interface ReadOnlySetting {
  readonly state: () => 'on' | 'off' | 'unset'
  readonly mayOffer: () => boolean
  /** Whether to offer it with this question: once, while nothing is chosen. */
  readonly offer: () => boolean
  /** The person answered the question that it was offered with in another way. */
  readonly decline: () => void
}

/**
 * How a command that only reads is started without a question: word by word as it was looked at, or in a sandbox that
 * holds it to that.
 */
type ReadOnlyStart = CheckedStart | 'tried'

/**
 * Answers questions about commands that only read, if the person lets them run. Rules and the built-in list come first.
 */
export class ReadOnlyAnswers {
  readonly #setting: ReadOnlySetting
  readonly #runs: Pick<ReadOnlyRuns, 'look'>
  /** What was tried in vain is asked about. */
  readonly #failed = new Set<string>()

  constructor({ setting, runs }: { setting: ReadOnlySetting, runs: Pick<ReadOnlyRuns, 'look'> }) {
    this.#setting = setting
    this.#runs = runs
  }

  get isOn(): boolean {
    return this.#setting.state() === 'on'
  }

  /** How it is started without a question now, or why it needs one. */
  async look(asked: AskedCommand, workspace: Workspace): Promise<{ start: ReadOnlyStart } | { why: string }> {
    const found = this.isOn ? await this.#start(asked, workspace) : undefined
    return found && this.isOn ? found : { why: 'read-only commands do not run unasked any more' }
  }

  async covers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return 'start' in (await this.look(asked, workspace))
  }

  /** Whether the question about this command is the one that also offers to let such commands run. */
  async offers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return this.#setting.mayOffer() && 'start' in (await this.#start(asked, workspace)) && this.#setting.offer()
  }

  decline(): void {
    this.#setting.decline()
  }

  /** It failed where it could only read: the next time the person is asked. */
  failed(asked: AskedCommand): void {
    this.#failed.add(keyOf(asked))
  }

  async #start(asked: AskedCommand, workspace: Workspace): Promise<{ start: ReadOnlyStart } | { why: string }> {
    if (this.#failed.has(keyOf(asked)))
      return { why: 'it failed where it could only read' }
    if (asked.isSandboxed)
      return isTriedRead(splitCommand(asked.commandLine)) ? { start: 'tried' } : { why: 'it is on no list of what only reads' }
    const found = await this.#runs.look(asked, workspace)
    return 'why' in found ? found : { start: found }
  }
}

function keyOf({ commandLine, cwd }: AskedCommand): string {
  return JSON.stringify([commandLine, cwd])
}
