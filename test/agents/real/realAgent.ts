/** Where an agent runs in a test. */
export interface AgentPlace {
  /** The scripted model's address. */
  readonly url: string
  /** The person's home, which is the test's own. */
  readonly home: string
}

/** By the row's name in the table. */
export type Untried = Readonly<Record<string, string>>

/** A real agent, and how a person points it at a model on loopback. */
export interface RealAgent {
  /** In the registry, if it is there. */
  readonly id: string
  /** In the catalogue, or in the person's own settings. */
  readonly name: string
  /** What heads its column of the table. */
  readonly shortName: string
  /** It is not in the catalogue: a package of npm, and the program in it that the person enters in `settings.json`. */
  readonly own?: { readonly package: string, readonly program: string }
  /** A package of npm that the person has on PATH beside it. */
  readonly beside?: string
  /** Nothing can be said to it without a login of its own. */
  readonly needsLogin?: true
  readonly env: (place: AgentPlace) => Record<string, string>
  /** Configuration of its own, by path in the home. */
  readonly files?: (place: AgentPlace) => Record<string, string>
  /** The mode in which it asks, where it does not start in one. */
  readonly defaultMode?: string
  /** Options in which it asks, where it does not start with them. */
  readonly defaultOptions?: Readonly<Record<string, string | boolean>>
  /** Who asks before a command runs, in order; nobody where it never asks. */
  readonly asksForCommand: readonly ('agent' | 'parley')[]
  /** It runs some commands without a question, which Parley asks about then. */
  readonly leavesHarmless?: true
  /**
   * Where a command's output is seen: in a terminal that grows, in one filled at the end, in the tool call's text, or
   * nowhere, as the agent does not tell it.
   */
  readonly output: 'live terminal' | 'late terminal' | 'text' | 'untold'
  /**
   * An option of the composer to change, and the change's effect: it edits without asking, or its model is asked like
   * this from now on.
   */
  readonly change?: { readonly option: string, readonly value: string, readonly effect: 'edits unasked' | RegExp }
  /** It begins with words of its own. */
  readonly hasBanner?: true
  /** Why rows of the table stay empty, in a word or two. */
  readonly untried?: Untried
  /** It can ask the person something, and shows its plan; only some can, outside of modes of their own. */
  readonly asksQuestions?: true
  readonly showsPlan?: true
  /** The kind of subagent that its model can start. */
  readonly subagent?: string
  /** What its subagent asks reaches nobody: the turn goes on until the person stops it. */
  readonly subagentHangs?: true
  /** The mode in which it proposes a plan that the person approves. */
  readonly planMode?: string
  /** It leaves that mode then, and does not say so. */
  readonly leavesModeUntold?: true
  /** It is given the task of twelve steps, too. */
  readonly longTask?: true
  /** A command goes on after its turn was stopped, until the agent ends. */
  readonly leavesCommands?: true
  /** It reads files by itself, and offers its model no MCP server of Parley's. */
  readonly missesUnsaved?: true
  /** It names a saved session by the minute, and loses one that is loaded again within the same. */
  readonly savesByTheMinute?: true
}
