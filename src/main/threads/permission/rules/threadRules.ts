import type { WrittenRule } from '../../../../shared/settings/rules'
import type { AnsweringRule, PermissionSubject } from '../../../../shared/thread/events'
import type { ThreadStore } from '../../../store/threadStore'
import { describeRule } from '../../../rules/describeRule'
import { type Action, judge, type Judgement } from '../../../rules/judge'
import { splitCommand } from '../../../rules/shell/splitCommand'
import { judgedCommand } from '../request/shownCommand'
import { ChangedScripts } from './changedScripts'
import { type AskedCommand, type RuledCommand, ruledCommand } from './ruledCommand'

/** Whose deeds are judged, and in which folders: the thread's first before all others. */
export interface RuledAgent {
  readonly agentId: string
  readonly agentName: string
  readonly folders: readonly [string, ...string[]]
  /** When the thread began. */
  readonly since: number
}

/** What the person's rules, and the built-in list above them, say about one thread's agent. */
export class ThreadRules {
  readonly #store: ThreadStore
  readonly #agent: RuledAgent
  readonly #scripts: ChangedScripts

  constructor({ store, agent }: { store: ThreadStore, agent: RuledAgent }) {
    this.#store = store
    this.#agent = agent
    this.#scripts = new ChangedScripts(agent)
  }

  /** Whether the person wrote any rules: without, the built-in list alone holds. */
  get hasRules(): boolean {
    return this.#store.listWrittenRules().length > 0
  }

  judge(action: Omit<Action, 'agentId' | 'folders'>): Judgement | undefined {
    const { agentId, folders } = this.#agent
    return judge(this.#store.listWrittenRules(), { ...action, agentId, folders })
  }

  /** Judges something that Parley itself would ask about, or would do without asking. */
  judgeSubject(subject: PermissionSubject, { isOutside = true }: { isOutside?: boolean } = {}): Judgement | undefined {
    switch (subject.kind) {
      case 'command':
        return this.judge({ kind: 'execute', ...this.command({ ...subject, isShellLine: subject.shell }), paths: [] })
      case 'path':
        return this.judge({
          kind: subject.access === 'read' ? 'read' : subject.access === 'write' ? 'edit' : 'execute',
          paths: [subject.path],
          isOutside,
        })
      case 'protected_file':
        return this.judge({
          kind: subject.access === 'read' ? 'read' : 'edit',
          paths: [subject.path],
          never: subject.access === 'read' ? 'it often holds secrets' : 'it can change what runs later',
        })
    }
  }

  /** A command taken apart, and why it is asked about each time. */
  command(asked: AskedCommand): RuledCommand {
    const ruled = ruledCommand(asked, this.#agent.folders)
    return { ...ruled, never: ruled.never ?? (ruled.place && this.#scripts.why(ruled.command.parts, ruled.place.cwd)) }
  }

  /** To be called when the person allowed a command: the scripts that it runs are as they want them. */
  acceptScripts({ commandLine, cwd = this.#agent.folders[0] }: { commandLine: string, cwd?: string }): void {
    const { line, folder } = judgedCommand({ command: commandLine, cwd }, () => true)
    this.#scripts.accept(splitCommand(line).parts, folder)
  }

  /** A rule as the transcript and the audit log name it. */
  describe(rule: WrittenRule): AnsweringRule {
    const agentName = (agentId: string): string => agentId === this.#agent.agentId ? this.#agent.agentName : agentId
    return { ruleId: rule.ruleId, words: describeRule(rule, agentName) }
  }
}
