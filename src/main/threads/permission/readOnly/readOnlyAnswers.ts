import type { CheckedStart } from '../../../terminal/startLine'
import type { Workspace } from '../../../workspace/workspace'
import type { AskedCommand } from '../rules/ruledCommand'
import type { ReadOnlyRuns } from './readOnlyRuns'
import { isTrialRead } from '../../../rules/plainPrograms'
import { splitCommand } from '../../../rules/shell/splitCommand'

/** The person's choice about read-only commands. */
export interface ReadOnlySetting {
  readonly state: () => 'on' | 'off' | 'unset'
  readonly mayOffer: () => boolean
  /** Whether to offer it with this question: once, as long as nothing is chosen. */
  readonly offer: () => boolean
  /** Called when the person answered the offering question in another way. */
  readonly decline: () => void
}

/** How a read-only command starts without a question: exactly as checked, or in a sandbox that enforces it. */
type ReadOnlyStart = CheckedStart | 'tried'

/** Allows read-only commands if the person wants that. Rules and the built-in list come first. */
export class ReadOnlyAnswers {
  readonly #setting: ReadOnlySetting
  readonly #runs: Pick<ReadOnlyRuns, 'look'>
  /** Commands that failed in the read-only sandbox, which are asked about. */
  readonly #failed = new Set<string>()

  constructor({ setting, runs }: { setting: ReadOnlySetting, runs: Pick<ReadOnlyRuns, 'look'> }) {
    this.#setting = setting
    this.#runs = runs
  }

  get isOn(): boolean {
    return this.#setting.state() === 'on'
  }

  /** How the command can start without a question, or why it cannot. */
  async look(asked: AskedCommand, workspace: Workspace): Promise<{ start: ReadOnlyStart } | { why: string }> {
    const found = this.isOn ? await this.#start(asked, workspace) : undefined
    return found && this.isOn ? found : { why: 'read-only commands do not run unasked any more' }
  }

  async covers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return 'start' in (await this.look(asked, workspace))
  }

  /** Whether the question about this command also offers to allow such commands. */
  async offers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return this.#setting.mayOffer() && 'start' in (await this.#start(asked, workspace)) && this.#setting.offer()
  }

  decline(): void {
    this.#setting.decline()
  }

  /** Notes that the command failed in the read-only sandbox, so that the person is asked the next time. */
  failed(asked: AskedCommand): void {
    this.#failed.add(keyOf(asked))
  }

  async #start(asked: AskedCommand, workspace: Workspace): Promise<{ start: ReadOnlyStart } | { why: string }> {
    if (this.#failed.has(keyOf(asked)))
      return { why: 'it failed where it could only read' }
    if (asked.isSandboxed)
      return isTrialRead(splitCommand(asked.commandLine)) ? { start: 'tried' } : { why: 'it is on no list of what only reads' }
    const found = await this.#runs.look(asked, workspace)
    return 'why' in found ? found : { start: found }
  }
}

function keyOf({ commandLine, cwd }: AskedCommand): string {
  return JSON.stringify([commandLine, cwd])
}
