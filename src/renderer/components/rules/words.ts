import type { PermissionOptionKind } from '@agentclientprotocol/sdk'
import type { AgentListing } from '../../../shared/contract/agentListing'
import type { Decision, Rule, RuleSample } from '../../../shared/settings/rules'
import type { RuleDraft } from '../../composables/useDialogs'
import { describeOptionKind } from '../permission/words'

/** Strings of the list of rules and of the form for a rule. */
export const ruleWords = {
  title: 'Rules',
  about: [
    'What agents can do freely, must ask about, or can’t do. The strictest rule wins: deny, then ask, then allow.',
    'Some commands, such as sudo or deleting your home folder, and changes to files that run later always need your answer.',
    'Plans, modes and agents’ questions are always yours to decide.',
  ].join(' '),
  effects: {
    allow: 'Allowed without asking',
    ask: 'Always asked',
    deny: 'Never',
  } satisfies Record<Rule['effect'], string>,
  edit: 'Edit',
  editRule: (rule: string) => `Edit: ${rule}`,
  tryAll: 'Test a command',
  tryAllHint: 'npm test && git push',
  tryBy: 'by',
  tryIn: 'in',
  tryAgent: 'Agent that would run it',
  tryFolder: 'Folder that it would run in',
  otherFolder: 'any other folder',
  tried: 'What the rules would do',
  wouldBe: {
    allowed: 'It would run without asking.',
    asked: 'You would be asked',
    denied: 'It would be denied without asking.',
  } satisfies Record<RuleSample['outcome'], string>,
  noRule: 'no rule applies',
  tryIt: 'Try',
  tryRule: (rule: string) => `Try: ${rule}`,
  removed: 'Rule removed',
  undo: 'Undo',
  revoke: 'Revoke',
  revokeRule: (rule: string) => `Revoke: ${rule}`,
  none: 'No rules yet: agents ask every time.',
  revoked: 'The rule that answered has been revoked since.',
  add: 'Add rule',
  decisions: 'Decisions',
  retry: 'Retry',
  readOnly: 'Run read-only commands in the thread’s folder without asking',
  readOnlyHint: [
    'Such as ls, cat, rg, git status. In the sandbox they run without write access and network.',
    'Elsewhere only simple programs such as ls, cat, head and wc, on files in the folder.',
    'Rules come first; files with secrets always need approval.',
  ].join(' '),
  covered: 'What that covers, by agent',
  covers: (runsCommands: AgentListing['runsCommands']) => {
    switch (runsCommands) {
      case 'parley': return 'Parley runs its commands: more in folders with the sandbox, plain programs elsewhere.'
      case 'itself': return 'It runs its commands itself and only asks: plain programs, in every folder.'
      case undefined: return 'Plain programs; more where Parley runs its command in the sandbox.'
    }
  },
  remembered: 'Always allowed in a folder',
  noneRemembered: 'Nothing yet. Commands you always allow in a folder appear here.',
  forget: 'Forget',
  forgetAnswer: (what: string) => `Forget: ${what}`,

  newRule: 'New rule',
  scope: 'From now on',
  noScope: (why: string) => `No rule can allow this command, because ${why}.`,
  byHand: 'Write it by hand…',
  typeCommand: 'Type a command, or * for every command.',
  editForm: 'Edit rule',
  effect: 'What happens',
  agent: 'Agent',
  everyAgent: 'Every agent',
  kind: 'Action',
  folder: 'Folder',
  folderHint: 'leave empty for any',
  command: 'Command',
  commandHint: 'e.g. npm test *',
  paths: 'Paths',
  pathsHint: '* matches within a name, ** across folders; relative to the folder, or starting with /',
  inSandbox: 'Only in the sandbox',
  inSandboxHint: 'Applies only to commands that Parley runs in the sandbox. * matches anything.',
  widening: 'Also allow',
  needsBoth: (program: string) => `${program} needs both or neither`,
  anyOption: 'any option',
  anyPlace: 'paths outside the folder',
  meaning: 'What this rule means',
  samples: 'What would happen',
  outcomes: { allowed: 'not asked', asked: 'asked', denied: 'denied' } satisfies Record<RuleSample['outcome'], string>,
  chains: 'In a chain (`&&`, `||`, `|`, `;`) each part needs a rule, except a first `cd` into the folder. `>` to a file is asked.',
  tryCommand: 'Try a command',
  tryPath: 'Try a path',
  exampleResult: 'Result of the example',
  cancel: 'Cancel',
  save: 'Save rule',
}

const alwaysAskedText = 'Also asked: files with secrets or settings (`.env`, `.git`, keys).'

const otherFolderText = 'So is another folder to run in (`git -C /x`).'

/** Describes what the star of an allowed command covers. */
export function describeStar({ anyOption, anyPlace }: Pick<RuleDraft, 'anyOption' | 'anyPlace'>): string {
  if (anyOption && anyPlace)
    return `* matches any arguments, except ones that always need approval. ${alwaysAskedText} ${otherFolderText}`
  const not = [
    ...anyOption ? [] : ['options (`-x`)'],
    ...anyPlace ? [] : ['paths that leave the folder (also by a link) or contain `..`'],
    'variables (`$X`)',
  ]
  const asked = not.length > 1 ? `${not.slice(0, -1).join(', ')} and ${not.at(-1)}` : not[0]
  const named = `paths ${anyPlace ? 'anywhere' : 'in the folder'}${anyOption ? ', options' : ''}`
  return [
    `* matches names, ${named} and other simple arguments, or none.`,
    `You are asked about ${asked}.`,
    'A pattern such as `*.ts` stands for every file that it matches.',
    alwaysAskedText,
  ].join(' ')
}

/** Choices for a rule's effect. */
export const effectChoices: readonly (readonly [Rule['effect'], string])[] = [
  ['allow', 'Allow without asking'],
  ['ask', 'Always ask'],
  ['deny', 'Block'],
]

/** Choices for a rule's subject, in the order of the form. */
export const kindChoices: readonly (readonly [RuleDraft['kind'], string])[] = [
  ['execute', 'Run commands'],
  ['read', 'Read files'],
  ['edit', 'Change files'],
  ['delete', 'Delete files'],
  ['move', 'Move files'],
  ['search', 'Search'],
  ['fetch', 'Fetch from the network'],
  ['other', 'Other tools'],
  ['', 'Anything'],
]

/** Strings of the decision log. */
export const decisionWords = {
  title: 'Decisions',
  about: 'Every permission request, and who decided. Deleting a thread deletes its decisions.',
  search: 'Search decisions',
  searchHint: 'Search',
  thread: 'Thread',
  everyThread: 'Every thread',
  agent: 'Agent',
  everyAgent: 'Every agent',
  retry: 'Retry',
  none: 'No decisions yet.',
  noneMatch: 'No decisions match.',
  showRule: 'Show rule',
  unknownThread: 'A thread',

  facts: 'Show request',
  more: 'Show more',
}

/** Describes a decision in a sentence. `place` is its subject: a command, a path or an address. */
export function describeDecision({ what, outcome, by }: Decision, agent: string): { words: string, place?: string } {
  const cut = what.indexOf(': ')
  const deed = cut < 0 ? what : what.slice(0, cut)
  const isLet = outcome === 'allowed'
  const place = cut < 0 ? {} : { place: what.slice(cut + 2) }
  if (by === 'agent')
    return { words: `${agent} withdrew its request to ${deed}`, ...place }
  if (outcome === 'cancelled') {
    return {
      words: `${by === 'turn' ? 'The turn ended before you answered' : 'Nobody was asked'}: ${agent} wanted to ${deed}`,
      ...place,
    }
  }
  return { words: `${deciders[by]} ${isLet ? 'let' : 'did not let'} ${agent} ${deed}`, ...place }
}

const deciders: Readonly<Record<Decision['by'], string>> = {
  person: 'You',
  rule: 'A rule',
  remembered: 'An earlier answer of yours',
  approval: 'Your answer to the agent’s own question',
  builtin: 'Parley',
  agent: 'The agent',
  turn: 'The end of the turn',
}

/**
 * Describes why something was decided: the option, the rule or the reason. Replaces ACP's names of option kinds.
 */
export function describeReason({ by, why: told, ruleId }: Decision): string | undefined {
  // `describeDecision` already says that.
  if (by === 'approval')
    return undefined
  const why = told?.replace(
    /\((allow|reject)_(once|always)\)$/,
    kind => `(${describeOptionKind(kind.slice(1, -1) as PermissionOptionKind)})`,
  )
  return by === 'rule' && ruleId !== undefined ? `Rule ${ruleId}: ${why ?? ''}` : why
}
