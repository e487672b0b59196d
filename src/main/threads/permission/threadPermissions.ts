import type { ThreadStore } from '../../store/threadStore'
import type { Report } from '../../system/report'
import type { ThreadLog } from '../log/threadLog'
import { Decisions } from './decisions'
import { OpenQuestions } from './openQuestions'
import { OwnQuestions } from './ownQuestions'
import { ThreadRules } from './rules/threadRules'
import { TurnApprovals } from './turnApprovals'

/** Everything by which one thread's agent is allowed or denied something. */
export class ThreadPermissions {
  readonly decisions: Decisions
  readonly rules: ThreadRules
  readonly questions: OpenQuestions
  readonly own: OwnQuestions
  readonly approvals: TurnApprovals

  constructor({
    thread,
    log,
    store,
    report,
    onCount,
  }: {
    thread: {
      threadId: string
      agentId: string
      agentName: string
      folder: string
      additionalFolders: readonly string[]
      createdAt: number
    }
    log: ThreadLog
    store: ThreadStore
    report: Report
    onCount: () => void
  }) {
    const { threadId, agentId, agentName, folder, additionalFolders, createdAt } = thread
    this.decisions = new Decisions({ store, thread: { threadId, agentId }, report })
    this.rules = new ThreadRules({ store, agent: { agentId, agentName, folders: [folder, ...additionalFolders], since: createdAt } })
    this.questions = new OpenQuestions({ log, decisions: this.decisions, onCount })
    this.own = new OwnQuestions({
      questions: this.questions,
      decisions: this.decisions,
      rules: this.rules,
      store,
      agent: { agentId, folder },
    })
    this.approvals = new TurnApprovals(folder)
  }

  startTurn(): void {
    this.decisions.startTurn()
    this.approvals.startTurn()
    this.own.startTurn()
    this.questions.startTurn()
  }
}
