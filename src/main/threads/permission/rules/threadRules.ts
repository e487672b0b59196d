import type { WrittenRule } from '../../../../shared/settings/rules'
import type { AnsweringRule, PermissionSubject } from '../../../../shared/thread/events'
import type { SplitCommand } from '../../../rules/shell/splitCommand'
import type { ThreadStore } from '../../../store/threadStore'
import { decidingPlaces } from '../../../rules/deciding/decidingPlaces'
import { describeRule } from '../../../rules/describeRule'
import { type Action, judge, type Judgement } from '../../../rules/judge'
import { candidates } from '../../../rules/match/matchCommand'
import { meantParts } from '../../../rules/match/meantParts'
import { type CommandPlace, placesReached } from '../../../rules/placesReached'
import { decidingFiles } from '../deciding/decidingFiles'
import { AcceptedFiles, seeFiles, type SeenFiles } from '../deciding/seenFiles'
import { realPlace } from './realPlace'
import { type AskedCommand, type RuledCommand, ruledCommand } from './ruledCommand'

/** Whose deeds are judged, and in which folders: the thread's first before all others. */
export interface RuledAgent {
  readonly agentId: string
  readonly agentName: string
  readonly folders: readonly [string, ...string[]]
}

/** The command of a question of Parley's own. */
export function askedCommand({ commandLine, shell, cwd, env }: Extract<PermissionSubject, { kind: 'command' }>): AskedCommand {
  return { commandLine, isShellLine: shell, cwd, env }
}

/** What the person's rules, and the built-in list above them, say about one thread's agent. */
export class ThreadRules {
  readonly #store: ThreadStore
  readonly #agent: RuledAgent
  readonly #accepted: AcceptedFiles

  constructor({ store, agent }: { store: ThreadStore, agent: RuledAgent }) {
    this.#store = store
    this.#agent = agent
    this.#accepted = new AcceptedFiles(store)
  }

  /** Whether the person wrote any rules: without, the built-in list alone holds. */
  get hasRules(): boolean {
    return this.#store.listWrittenRules().length > 0
  }

  judge(action: Omit<Action, 'agentId' | 'folders'>): Judgement | undefined {
    const judgement = this.#judgeWords(action)
    if (judgement?.effect !== 'allow' || !action.command)
      return judgement
    const seen = this.#seen(action.command, action.place)
    const why = this.#accepted.whyChanged(seen, judgement.since)
    return why === undefined ? judgement : { effect: 'ask', why, isChanged: true }
  }

  /** What the rules say, whatever became of the files that decide what runs. */
  #judgeWords(action: Omit<Action, 'agentId' | 'folders'>): Judgement | undefined {
    const { agentId, folders } = this.#agent
    return judge(this.#store.listWrittenRules(), { ...action, agentId, folders })
  }

  /** Judges something that Parley itself would ask about, or would do without asking. */
  judgeSubject(subject: PermissionSubject, { isOutside = true }: { isOutside?: boolean } = {}): Judgement | undefined {
    switch (subject.kind) {
      case 'command':
        return this.judge({ kind: 'execute', ...this.command(askedCommand(subject)), paths: [] })
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
    return ruledCommand(asked, this.#agent.folders)
  }

  /** What decides what a command runs, as it is now. */
  look(asked: AskedCommand): SeenFiles {
    const { command, place } = this.command(asked)
    return this.#seen(command, place)
  }

  /** Why what was allowed at that time, or with these files, is asked about now, or `undefined`. */
  whyChanged(now: SeenFiles, before: number | SeenFiles): string | undefined {
    return typeof before === 'number' ? this.#accepted.whyChanged(now, before) : this.#accepted.whyDifferent(now, before)
  }

  /** To be called when the person allowed a command: what it runs is as they want it, for the rules that cover it, or for every answer. */
  accept(asked: AskedCommand, seen: SeenFiles, { isLasting = false }: { isLasting?: boolean } = {}): void {
    if (isLasting || this.#judgeWords({ kind: 'execute', ...this.command(asked), paths: [] })?.effect === 'allow')
      this.#accepted.accept(seen)
  }

  #seen({ parts }: SplitCommand, place: CommandPlace | undefined): SeenFiles {
    if (!place)
      return { at: Date.now(), files: [] }
    const reached = placesReached([...parts, ...parts.flatMap(candidates)], place)
    const cwds = 'places' in reached ? reached.places : [place.cwd]
    const real = cwds.map(cwd => realPlace(cwd) ?? cwd)
    // The files that a pattern stands for decide too. Which comes first is not known, so a script named by a pattern stays unknown.
    return seeFiles(decidingFiles(decidingPlaces([...parts, ...meantParts(parts, place)], real), this.#agent.folders))
  }

  /** A rule as the transcript and the audit log name it. */
  describe(rule: WrittenRule): AnsweringRule {
    const agentName = (agentId: string): string => agentId === this.#agent.agentId ? this.#agent.agentName : agentId
    return { ruleId: rule.ruleId, words: describeRule(rule, agentName) }
  }
}
