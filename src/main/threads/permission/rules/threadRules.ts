import type { WrittenRule } from '../../../../shared/settings/rules'
import type { AnsweringRule, PermissionSubject } from '../../../../shared/thread/events'
import type { ThreadStore } from '../../../store/threadStore'
import { errorMessage } from '../../../../shared/errors'
import { describeRule, describeRuleGrade } from '../../../rules/describeRule'
import { type Action, judge, type Judgement } from '../../../rules/judge'
import { type AskedCommand, type RuledCommand, ruledCommand } from './ruledCommand'

/** The agent and folders whose actions are judged, the thread's own first. */
interface RuledAgent {
  readonly agentId: string
  readonly agentName: string
  readonly folders: readonly [string, ...string[]]
}

/** The command of one of Parley's own questions. */
export function askedCommand({ commandLine, shell, cwd, env, sandbox }: Extract<PermissionSubject, { kind: 'command' }>): AskedCommand {
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

  /** Judges an action; asks about anything it cannot judge. */
  judge(action: Omit<Action, 'agentId' | 'folders'>): Judgement | undefined {
    const { agentId, folders } = this.#agent
    try {
      return judge(this.#store.listWrittenRules(), { ...action, agentId, folders })
    }
    catch (error) {
      return { effect: 'ask', why: unjudged(error) }
    }
  }

  /** Judges the subject of one of Parley's own questions. */
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

  /** Analyses a command. */
  command(asked: AskedCommand): RuledCommand {
    try {
      return ruledCommand(asked, this.#agent.folders)
    }
    catch (error) {
      return { command: { parts: [], unsure: unjudged(error) }, never: unjudged(error) }
    }
  }

  /** The grade of a rule about commands, in words. */
  ruleGrade({ ruleId }: Pick<AnsweringRule, 'ruleId'>): string | undefined {
    const rule = this.#store.listWrittenRules().find(rule => rule.ruleId === ruleId)
    return rule && describeRuleGrade(rule, this.#nameOf)
  }

  /** A rule as shown in transcript and decision log. */
  describe(rule: WrittenRule): AnsweringRule {
    return { ruleId: rule.ruleId, words: describeRule(rule, this.#nameOf) }
  }

  readonly #nameOf = (agentId: string): string => agentId === this.#agent.agentId ? this.#agent.agentName : agentId
}

/** Reason to ask when judging throws. */
function unjudged(error: unknown): string {
  return `Parley could not look at all of it: ${errorMessage(error)}`
}
