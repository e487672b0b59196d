import { homedir } from 'node:os'
import { relative } from 'node:path'
import type { EnvVariable } from '@agentclientprotocol/sdk'
import type { WrittenRule } from '../../../shared/rules'
import type { AnsweringRule, PermissionSubject } from '../../../shared/thread/events'
import { judge, type Action, type Judgement } from '../../rules/judge'
import { neverAllowed } from '../../rules/neverAllowed'
import { ruleWords } from '../../rules/ruleWords'
import { splitCommand, type SplitCommand } from '../../rules/splitCommand'
import type { ThreadStore } from '../../store/threadStore'
import { isProtected } from '../../workspace/protectedNames'
import { isRiskyVariable } from '../../../shared/riskyVariables'
import { plainCommand } from './shownCommand'

/** What the person's rules, and the built-in list above them, say about one thread's agent. */
export class ThreadRules {
  readonly #store: ThreadStore
  readonly #agent: { readonly agentId: string, readonly agentName: string, readonly folder: string }

  constructor({ store, agent }: { store: ThreadStore, agent: { agentId: string, agentName: string, folder: string } }) {
    this.#store = store
    this.#agent = agent
  }

  /** Nothing was written: then the built-in list alone holds. */
  get areNone(): boolean {
    return this.#store.listWrittenRules().length === 0
  }

  judge(action: Omit<Action, 'agentId' | 'folder'>): Judgement | undefined {
    const { agentId, folder } = this.#agent
    return judge(this.#store.listWrittenRules(), { ...action, agentId, folder })
  }

  /** About something that Parley itself would ask, or would do unasked. */
  ofSubject(subject: PermissionSubject, { isOutside = true }: { isOutside?: boolean } = {}): Judgement | undefined {
    switch (subject.kind) {
      case 'command': {
        const command = this.split(subject.commandLine, subject.shell)
        return this.judge({ kind: 'execute', command, paths: [], never: this.never(command, subject.env) ?? this.#neverIn(subject.cwd) })
      }
      case 'path':
        return this.judge({ kind: subject.access === 'read' ? 'read' : subject.access === 'write' ? 'edit' : 'execute', paths: [subject.path], isOutside })
      case 'protected_file':
        return this.judge({ kind: subject.access === 'read' ? 'read' : 'edit', paths: [subject.path], never: subject.access === 'read' ? 'it often holds secrets' : 'it can change what runs later' })
    }
  }

  /** A command as the rules look at it. */
  split(commandLine: string, isShellLine: boolean): SplitCommand {
    if (isShellLine && process.platform === 'win32')
      return { parts: [], unsure: 'it is a line for a shell that the rules do not know' }
    return splitCommand(plainCommand({ command: commandLine }, this.#agent.folder))
  }

  /** Why a command is asked about each time. */
  never(command: SplitCommand, env: readonly EnvVariable[] = []): string | undefined {
    const variable = env.find(isRiskyVariable)
    if (variable)
      return `it sets ${variable.name}, which changes what runs`
    return neverAllowed(command.parts, { home: homedir(), folder: this.#agent.folder, isProtected: path => isProtected(path, 'write') })
  }

  /** There the names of what a command touches do not show what it is. */
  #neverIn(cwd: string): string | undefined {
    return isProtected(relative(this.#agent.folder, cwd), 'write') ? `it runs in ${cwd}, where files can change what runs later` : undefined
  }

  /** A rule as the transcript and the audit log tell of it. */
  told(rule: WrittenRule): AnsweringRule {
    return { ruleId: rule.ruleId, words: ruleWords(rule, agentId => agentId === this.#agent.agentId ? this.#agent.agentName : agentId) }
  }
}
