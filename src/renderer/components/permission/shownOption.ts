import type { AnswerScope, AskedOption, PermissionEvent, SandboxLimits } from '../../../shared/thread/events'
import type { OwnAnswers } from '../../../shared/thread/ownAnswers'
import { describeGrade } from '../../../shared/permission/grade'
import { foldEmptyRuns } from '../../text/foldEmptyRuns'
import { visibleName } from '../../text/visibleText'
import { findContradiction, getOptionName } from './optionName'
import { describeOptionKind, permissionWords as words } from './words'

/** An answer's button. */
export interface ShownOption {
  readonly option: AskedOption
  readonly name: string
  readonly label: string
  readonly print: readonly string[]
  /** Whether the name is too long to be shown in full. */
  readonly isCut?: boolean
  /** Whether the agent then acts without asking. */
  readonly isUnasked?: boolean
  /** A warning beside the button. */
  readonly flag?: string
  /** How long Parley remembers the answer. */
  readonly scope?: AnswerScope
}

/** Maximum characters of a name. Longer names are unreadable. */
const maxName = 2_000

/** Converts an option to its button. The small print has the full name if it is too long for the button. */
export function toShownOption(option: AskedOption, from: PermissionEvent['from'], agentName: string): ShownOption {
  const name = visibleName(option.name)
  const isCut = option.name.length > maxName
  const whole = isCut ? name : visibleName(option.name, maxName)
  const print = from === 'parley' ? [option.scope ?? ''] : listSmallPrint(option, agentName)
  return {
    option,
    name,
    label: getOptionName(option, from),
    flag: isCut ? words.longName : from === 'agent' ? findContradiction(option) : undefined,
    print: whole === name ? print : [...print, foldEmptyRuns(whole)],
    isCut,
  }
}

/** Lists Parley's own answers. Each selects the agent's `allow_once` option and makes Parley remember the scope. */
export function listOwnOptions(
  options: readonly AskedOption[],
  own: OwnAnswers | undefined,
  { agentName, sandbox }: { agentName: string, sandbox: SandboxLimits | undefined },
): ShownOption[] {
  const option = options.find(({ kind }) => kind === 'allow_once')
  const agent = visibleName(agentName, 24)
  if (!option)
    return []
  const createAnswer = (label: string, scope: AnswerScope, limits?: SandboxLimits): ShownOption => {
    const grade = describeGrade(limits ? 'sandbox' : 'as_you', { who: agent, limits })!
    return { option, name: label, label, print: [words.threadScope, grade], scope }
  }
  return [
    ...own?.sandbox ? [createAnswer(words.forThreadInSandbox, 'thread_in_sandbox', { network: false })] : [],
    ...own?.thread ? [createAnswer(words.forThread, 'thread', sandbox)] : [],
  ]
}

function listSmallPrint({ kind }: AskedOption, agentName: string): string[] {
  return [describeOptionKind(kind), ...kind.endsWith('_always') ? [words.rememberedBy(visibleName(agentName, 24))] : []]
}
