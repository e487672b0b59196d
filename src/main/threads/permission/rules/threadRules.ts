import type { WrittenRule } from '../../../../shared/settings/rules'
import type { AnsweringRule, PermissionSubject } from '../../../../shared/thread/events'
import type { ThreadStore } from '../../../store/threadStore'
import { errorMessage } from '../../../../shared/errors'
import { describeGrade, describeRule } from '../../../rules/describeRule'
import { type Action, judge, type Judgement } from '../../../rules/judge'
import { type AskedCommand, type RuledCommand, ruledCommand } from './ruledCommand'

/** Whose deeds are judged, and in which folders: the thread's first before all others. */
interface RuledAgent {
  readonly agentId: string
  readonly agentName: string
  readonly folders: readonly [string, ...string[]]
}

/** The command of a question of Parley's own. */
export function askedCommand({ commandLine, shell, cwd, env, sandbox }: Extract<PermissionSubject, { kind: 'command' }>): AskedCommand {
  return { commandLine, isShellLine: shell, cwd, env, isSandboxed: sandbox !== undefined }
}

/** What the person's rules, and the built-in list above them, say about one thread's agent. */
export class ThreadRules {
  readonly #store: ThreadStore
  readonly #agent: RuledAgent

  constructor({ store, agent }: { store: ThreadStore, agent: RuledAgent }) {
    this.#store = store
    this.#agent = agent
  }

  /** Whether the person wrote any rules: without, the built-in list alone holds. */
  get hasRules(): boolean {
    return this.#store.listWrittenRules().length > 0
  }

  /** What cannot be judged is asked about. */
  judge(action: Omit<Action, 'agentId' | 'folders'>): Judgement | undefined {
    const { agentId, folders } = this.#agent
    try {
      return judge(this.#store.listWrittenRules(), { ...action, agentId, folders })
    }
    catch (error) {
      return { effect: 'ask', why: unjudged(error) }
    }
  }

  /** Judges something that Parley itself would ask about, or would do without asking. */
  judgeSubject(subject: PermissionSubject, { isOutside = true }: { isOutside?: boolean } = {}): Judgement | undefined {
    switch (subject.kind) {
      case 'command':
        return this.judge({
          kind: 'execute',
          ...this.command(askedCommand(subject)),
          paths: [],
          isSandboxed: subject.sandbox !== undefined,
        })
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
    try {
      return ruledCommand(asked, this.#agent.folders)
    }
    catch (error) {
      return { command: { parts: [], unsure: unjudged(error) }, never: unjudged(error) }
    }
  }

  /** What a rule lets happen, in words, where it is about commands. */
  ruleGrade({ ruleId }: Pick<AnsweringRule, 'ruleId'>): string | undefined {
    const rule = this.#store.listWrittenRules().find(rule => rule.ruleId === ruleId)
    return rule && describeGrade(rule, this.#nameOf)
  }

  /** A rule as the transcript and the audit log name it. */
  describe(rule: WrittenRule): AnsweringRule {
    return { ruleId: rule.ruleId, words: describeRule(rule, this.#nameOf) }
  }

  readonly #nameOf = (agentId: string): string => agentId === this.#agent.agentId ? this.#agent.agentName : agentId
}

/** Why a throw in a judge means that the person is asked. */
function unjudged(error: unknown): string {
  return `Parley could not look at all of it: ${errorMessage(error)}`
}
