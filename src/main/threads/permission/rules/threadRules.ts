import type { WrittenRule } from '../../../../shared/settings/rules'
import type { AnsweringRule, PermissionSubject } from '../../../../shared/thread/events'
import type { ThreadStore } from '../../../store/threadStore'
import { errorMessage } from '../../../../shared/errors'
import { describeRule, describeRuleGrade } from '../../../rules/describeRule'
import { type Action, judge, type Judgement } from '../../../rules/judge'
import { analyzeCommand, type AnalyzedCommand, type AskedCommand } from './analyzeCommand'

/** The agent and folders whose actions are judged, the thread's own first. */
interface RuledAgent {
  readonly agentId: string
  readonly agentName: string
  readonly folders: readonly [string, ...string[]]
}

/** Converts the command of one of Parley's own questions. */
export function toAskedCommand({
  commandLine,
  shell,
  cwd,
  env,
  sandbox,
}: Extract<PermissionSubject, { kind: 'command' }>): AskedCommand {
  return { commandLine, isShellLine: shell, cwd, env, isSandboxed: sandbox !== undefined }
}

/** Applies the built-in list and the person's rules to a thread's agent. */
export class ThreadRules {
  readonly #store: ThreadStore
  readonly #agent: RuledAgent

  constructor({ store, agent }: { store: ThreadStore, agent: RuledAgent }) {
    this.#store = store
    this.#agent = agent
  }

  /** Whether the person has any rules besides the built-in list. */
  get hasRules(): boolean {
    return this.#store.listWrittenRules().length > 0
  }

  /** Judges an action. Asks if judging fails. */
  judge(action: Omit<Action, 'agentId' | 'folders'>): Judgement | undefined {
    const { agentId, folders } = this.#agent
    try {
      return judge(this.#store.listWrittenRules(), { ...action, agentId, folders })
    }
    catch (error) {
      return { effect: 'ask', why: describeFailure(error) }
    }
  }

  /** Judges the subject of one of Parley's own questions. */
  judgeSubject(subject: PermissionSubject, { isOutside = true }: { isOutside?: boolean } = {}): Judgement | undefined {
    switch (subject.kind) {
      case 'command':
        return this.judge({
          kind: 'execute',
          ...this.analyzeCommand(toAskedCommand(subject)),
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
          alwaysAsk: subject.access === 'read' ? 'it often holds secrets' : 'it can change what runs later',
        })
    }
  }

  analyzeCommand(asked: AskedCommand): AnalyzedCommand {
    try {
      return analyzeCommand(asked, this.#agent.folders)
    }
    catch (error) {
      return { command: { parts: [], unsure: describeFailure(error) }, alwaysAsk: describeFailure(error) }
    }
  }

  /** Describes the grade of a rule about commands. */
  ruleGrade({ ruleId }: Pick<AnsweringRule, 'ruleId'>): string | undefined {
    const rule = this.#store.listWrittenRules().find(rule => rule.ruleId === ruleId)
    return rule && describeRuleGrade(rule, this.#nameOf)
  }

  /** Describes a rule for the transcript and the decision log. */
  describe(rule: WrittenRule): AnsweringRule {
    return { ruleId: rule.ruleId, words: describeRule(rule, this.#nameOf) }
  }

  readonly #nameOf = (agentId: string): string => agentId === this.#agent.agentId ? this.#agent.agentName : agentId
}

/** Describes why judging failed. */
function describeFailure(error: unknown): string {
  return `Parley could not look at all of it: ${errorMessage(error)}`
}
