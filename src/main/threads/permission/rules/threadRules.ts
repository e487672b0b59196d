import type { EnvVariable } from '@agentclientprotocol/sdk'
import type { WrittenRule } from '../../../../shared/settings/rules'
import type { AnsweringRule, PermissionSubject } from '../../../../shared/thread/events'
import type { CommandPlace } from '../../../rules/placesReached'
import type { ThreadStore } from '../../../store/threadStore'
import { homedir } from 'node:os'
import { relative } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { isRiskyVariable } from '../../../../shared/permission/environmentSafety'
import { describeRule } from '../../../rules/describeRule'
import { type Action, judge, type Judgement } from '../../../rules/judge'
import { neverAllowed } from '../../../rules/neverAllowed'
import { splitCommand, type SplitCommand } from '../../../rules/shell/splitCommand'
import { isProtected } from '../../../workspace/protectedNames'
import { judgedCommand } from '../request/shownCommand'
import { ChangedScripts } from './changedScripts'
import { isReallyInside, realPlace } from './realPlace'

/** Whose deeds are judged, and in which folders: the thread's first before all others. */
export interface RuledAgent {
  readonly agentId: string
  readonly agentName: string
  readonly folders: readonly [string, ...string[]]
  /** When the thread began. */
  readonly since: number
}

/** A command as the rules look at it. */
interface RuledCommand {
  readonly command: SplitCommand
  /** Where it runs, really. */
  readonly cwd?: string
  /** What its words mean. */
  readonly place?: CommandPlace
  /** Why it is asked about each time. */
  readonly never?: string
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
  command({
    commandLine,
    isShellLine,
    cwd = this.#agent.folders[0],
    env = [],
  }: {
    commandLine: string
    isShellLine: boolean
    cwd?: string
    env?: readonly EnvVariable[]
  }): RuledCommand {
    if (isShellLine && process.platform === 'win32')
      return { command: { parts: [], unsure: 'it is a line for a shell that the rules do not know' }, cwd }
    const isInside = (path: string): boolean => isReallyInside(path, this.#agent.folders)
    const { line, folder: start } = judgedCommand({ command: commandLine, cwd }, isInside)
    const command = splitCommand(line)
    const place: CommandPlace = { home: homedir(), folders: this.#agent.folders, cwd: start, isInside, realPath: realPlace }
    return {
      command,
      cwd: realPlace(start),
      place,
      never:
        this.#never(command, { place, env })
        ?? this.#neverIn(cwd)
        ?? this.#neverIn(realPlace(cwd) ?? cwd)
        ?? this.#scripts.why(command.parts, start),
    }
  }

  /** To be called when the person allowed a command: the scripts that it runs are as they want them. */
  acceptScripts({ commandLine, cwd = this.#agent.folders[0] }: { commandLine: string, cwd?: string }): void {
    const { line, folder } = judgedCommand({ command: commandLine, cwd }, () => true)
    this.#scripts.accept(splitCommand(line).parts, folder)
  }

  #never(command: SplitCommand, { place, env }: { place: CommandPlace, env: readonly EnvVariable[] }): string | undefined {
    const variable = env.find(isRiskyVariable)
    if (variable)
      return `it sets ${variable.name}, which changes what runs`
    return neverAllowed(command.parts, {
      ...place,
      isProtected: path => isProtected(path, 'write'),
      variables: env.map(({ name }) => name),
    })
  }

  /** There the names of what a command touches do not show what it is. */
  #neverIn(cwd: string): string | undefined {
    const home = this.#agent.folders.find(folder => isWithin(cwd, folder, process.platform)) ?? this.#agent.folders[0]
    return isProtected(relative(home, cwd), 'write') ? `it runs in ${cwd}, where files can change what runs later` : undefined
  }

  /** A rule as the transcript and the audit log name it. */
  describe(rule: WrittenRule): AnsweringRule {
    const agentName = (agentId: string): string => agentId === this.#agent.agentId ? this.#agent.agentName : agentId
    return { ruleId: rule.ruleId, words: describeRule(rule, agentName) }
  }
}
