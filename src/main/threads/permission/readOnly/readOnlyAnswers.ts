import type { CheckedStart } from '../../../terminal/startLine'
import type { Workspace } from '../../../workspace/workspace'
import type { AskedCommand } from '../rules/ruledCommand'
import type { ReadOnlyRuns } from './readOnlyRuns'

/** What the person chose about commands that only read, and how often they are asked. */
export interface ReadOnlySetting {
  readonly state: () => 'on' | 'off' | 'unset'
  readonly mayOffer: () => boolean
  /** Whether to offer it with this question: once, while nothing is chosen. */
  readonly offer: () => boolean
  /** The person answered the question that it was offered with in another way. */
  readonly decline: () => void
}

/** Answers questions about commands that only read, if the person lets them run. Rules and the built-in list come first. */
export class ReadOnlyAnswers {
  readonly #setting: ReadOnlySetting
  readonly #runs: Pick<ReadOnlyRuns, 'look'>

  constructor({ setting, runs }: { setting: ReadOnlySetting, runs: Pick<ReadOnlyRuns, 'look'> }) {
    this.#setting = setting
    this.#runs = runs
  }

  get isOn(): boolean {
    return this.#setting.state() === 'on'
  }

  /** How it is started without a question now, or why it needs one. */
  async look(asked: AskedCommand, workspace: Workspace): Promise<CheckedStart | { why: string }> {
    const start = this.isOn ? await this.#runs.look(asked, workspace) : undefined
    return start && this.isOn ? start : { why: 'read-only commands do not run unasked any more' }
  }

  async covers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return 'line' in (await this.look(asked, workspace))
  }

  /** Whether the question about this command is the one that also offers to let such commands run. */
  async offers(asked: AskedCommand, workspace: Workspace): Promise<boolean> {
    return this.#setting.mayOffer() && 'line' in (await this.#runs.look(asked, workspace)) && this.#setting.offer()
  }

  decline(): void {
    this.#setting.decline()
  }
}
