import type { CheckedStart } from '../../../terminal/startLine'
import type { Workspace } from '../../../workspace/workspace'
import type { AskedCommand } from '../rules/analyzeCommand'
import type { ReadOnlyChecker } from './readOnlyChecker'
import { isTrialRead } from '../../../rules/plainPrograms'
import { splitCommand } from '../../../rules/shell/splitCommand'

/** The person's choice about read-only commands. */
export interface ReadOnlySetting {
  readonly state: () => 'on' | 'off' | 'unset'
  readonly mayOffer: () => boolean
  /** Whether to offer the setting with this question. True once, while the setting is unset. */
  readonly offer: () => boolean
  /** Called when the person answers the question that had the offer in another way. */
  readonly decline: () => void
}

/** How a read-only command starts without asking: exactly as checked, or `tried` in a sandbox that enforces it. */
type ReadOnlyStart = CheckedStart | 'tried'

/** Allows read-only commands if the setting is on. Rules and the built-in list take precedence. */
export class ReadOnlyAnswers {
  readonly #setting: ReadOnlySetting
  readonly #runs: Pick<ReadOnlyChecker, 'check'>
  /** Commands that failed in the read-only sandbox. The person is asked about these. */
  readonly #failed = new Set<string>()

  constructor({ setting, runs }: { setting: ReadOnlySetting, runs: Pick<ReadOnlyChecker, 'check'> }) {
    this.#setting = setting
    this.#runs = runs
  }

  get isOn(): boolean {
    return this.#setting.state() === 'on'
  }

  /** Returns how the command can start without asking, or why it can't. */
  async check(asked: AskedCommand, workspace: Workspace): Promise<{ start: ReadOnlyStart } | { why: string }> {
    const found = this.isOn ? await this.#start(asked, workspace) : undefined
    return found && this.isOn ? found : { why: 'read-only commands do not run unasked any more' }
  }

  async covers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return 'start' in (await this.check(asked, workspace))
  }

  /** Whether the question about this command also offers the setting. */
  async offers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return this.#setting.mayOffer() && 'start' in (await this.#start(asked, workspace)) && this.#setting.offer()
  }

  decline(): void {
    this.#setting.decline()
  }

  /** Records that the command failed in the read-only sandbox, so that the person is asked next time. */
  markFailed(asked: AskedCommand): void {
    this.#failed.add(toKey(asked))
  }

  async #start(asked: AskedCommand, workspace: Workspace): Promise<{ start: ReadOnlyStart } | { why: string }> {
    if (this.#failed.has(toKey(asked)))
      return { why: 'it failed where it could only read' }
    if (asked.isSandboxed) {
      return isTrialRead(splitCommand(asked.commandLine))
        ? { start: 'tried' }
        : { why: 'it is on no list of what only reads' }
    }
    const found = await this.#runs.check(asked, workspace)
    return 'why' in found ? found : { start: found }
  }
}

function toKey({ commandLine, cwd }: AskedCommand): string {
  return JSON.stringify([commandLine, cwd])
}
