/** The places of an agent in a test. */
export interface AgentPlace {
  /** The scripted model's address. */
  readonly url: string
  /** The home folder, which is the test's own. */
  readonly home: string
}

/** By the row's name in the table. */
export type Untried = Readonly<Record<string, string>>

/** A real agent, and how to point it at a model on loopback. */
export interface RealAgent {
  /** Id in the registry, if any. */
  readonly id: string
  /** Name in the catalogue or in the person's settings. */
  readonly name: string
  /** The header of its column in the table. */
  readonly shortName: string
  /** Not in the catalogue: an npm package, and its program, which the person enters in `settings.json`. */
  readonly own?: { readonly package: string, readonly program: string }
  /** An npm package that the person has on PATH. */
  readonly beside?: string
  /** It needs its own login before anything else. */
  readonly needsLogin?: true
  readonly env: (place: AgentPlace) => Record<string, string>
  /** Its configuration, by path in the home folder. */
  readonly files?: (place: AgentPlace) => Record<string, string>
  /** The mode in which it asks, if it starts in another one. */
  readonly defaultMode?: string
  /** Options with which it asks, if it starts with others. */
  readonly defaultOptions?: Readonly<Record<string, string | boolean>>
  /** Who asks before a command runs, in order; empty if it never asks. */
  readonly asksForCommand: readonly ('agent' | 'parley')[]
  /** It runs some commands without asking; Parley then asks. */
  readonly leavesHarmless?: true
  /**
   * Where the output of a command appears: in a live terminal, in one filled at the end, in the tool call's text, or
   * nowhere.
   */
  readonly output: 'live terminal' | 'late terminal' | 'text' | 'not reported'
  /** An option of the composer to change, and its effect: it edits without asking, or its model gets other requests. */
  readonly change?: { readonly option: string, readonly value: string, readonly effect: 'edits unasked' | RegExp }
  /** It starts with text of its own. */
  readonly hasBanner?: true
  /** Why rows of the table stay empty, in a word or two. */
  readonly untried?: Untried
  /** It can ask the person, or shows its plan, outside of special modes. */
  readonly asksQuestions?: true
  readonly showsPlan?: true
  /** The kind of subagent that its model can start. */
  readonly subagent?: string
  /** Questions of its subagent are never shown, so the turn continues until the person stops it. */
  readonly subagentHangs?: true
  /** The mode in which it proposes a plan for approval. */
  readonly planMode?: string
  /** It then leaves that mode without reporting it. */
  readonly leavesModeUntold?: true
  /** It also gets the task of twelve steps. */
  readonly longTask?: true
  /** Commands continue after their turn was stopped, until the agent exits. */
  readonly leavesCommands?: true
  /** It reads files itself, and doesn't offer Parley's MCP server to its model. */
  readonly missesUnsaved?: true
  /** It names saved sessions by the minute, and loses one that is loaded again within the same minute. */
  readonly savesByTheMinute?: true
}
