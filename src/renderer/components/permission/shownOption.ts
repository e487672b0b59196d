import type { AnswerScope, AskedOption, PermissionEvent, SandboxLimits } from '../../../shared/thread/events'
import type { OwnAnswers } from '../../../shared/thread/ownAnswers'
import { describeGrade } from '../../../shared/permission/grade'
import { foldEmptyRuns } from '../../text/foldEmptyRuns'
import { visibleName } from '../../text/visibleText'
import { contradiction, optionName } from './optionName'
import { optionKind, permissionWords as words } from './words'

/** An answer as its button shows it. */
export interface ShownOption {
  readonly option: AskedOption
  readonly name: string
  readonly label: string
  readonly print: readonly string[]
  /** Its name is too long to be shown as a whole. */
  readonly isCut?: boolean
  /** The agent acts without asking from then on. */
  readonly isUnasked?: boolean
  /** A warning beside it. */
  readonly flag?: string
  /** For how long Parley remembers the answer. */
  readonly scope?: AnswerScope
}

/** No one reads a longer name. */
const maxName = 2_000

/** An option of the request. A name that is too long for its button is whole in the small print. */
export function shownOption(option: AskedOption, from: PermissionEvent['from'], agentName: string): ShownOption {
  const name = visibleName(option.name)
  const isCut = option.name.length > maxName
  const whole = isCut ? name : visibleName(option.name, maxName)
  const print = from === 'parley' ? [option.scope ?? ''] : agentsPrint(option, agentName)
  return {
    option,
    name,
    label: optionName(option, from),
    flag: isCut ? words.longName : from === 'agent' ? contradiction(option) : undefined,
    print: whole === name ? print : [...print, foldEmptyRuns(whole)],
    isCut,
  }
}

/** What Parley adds to an agent's options: it gives the only one that allows once, and remembers the scope. */
export function ownOptions(
  options: readonly AskedOption[],
  own: OwnAnswers | undefined,
  { agentName, sandbox }: { agentName: string, sandbox: SandboxLimits | undefined },
): ShownOption[] {
  const option = options.find(({ kind }) => kind === 'allow_once')
  const who = visibleName(agentName, 24)
  if (!option)
    return []
  const answer = (label: string, scope: AnswerScope, limits?: SandboxLimits): ShownOption => {
    const grade = describeGrade(limits ? 'sandbox' : 'as_you', { who, limits })!
    return { option, name: label, label, print: [words.threadScope, grade], scope }
  }
  return [
    ...own?.sandbox ? [answer(words.forThreadInSandbox, 'thread_in_sandbox', { network: false })] : [],
    ...own?.thread ? [answer(words.forThread, 'thread', sandbox)] : [],
  ]
}

function agentsPrint({ kind }: AskedOption, agentName: string): string[] {
  return [optionKind(kind), ...kind.endsWith('_always') ? [words.rememberedBy(visibleName(agentName, 24))] : []]
}
