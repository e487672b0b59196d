import type { AnswerScope, AskedOption, PermissionEvent } from '../../../shared/thread/events'
import type { OwnAnswers } from '../../../shared/thread/ownAnswers'
import { visibleName } from '../../text/visibleText'
import { contradiction, optionName } from './optionName'
import { optionKind, permissionWords as words } from './words'

/** An answer as its button shows it. */
export interface ShownOption {
  readonly option: AskedOption
  readonly name: string
  readonly label: string
  readonly print: readonly string[]
  /** A warning beside it. */
  readonly flag?: string
  /** For how long Parley remembers the answer. */
  readonly scope?: AnswerScope
}

/** An option of the request. */
export function shownOption(option: AskedOption, from: PermissionEvent['from'], agentName: string): ShownOption {
  return {
    option,
    name: visibleName(option.name),
    label: optionName(option, from),
    flag: from === 'agent' ? contradiction(option) : undefined,
    print: from === 'parley' ? [option.scope ?? ''] : agentsPrint(option, agentName),
  }
}

/** What Parley adds to an agent's options: it gives the only one that allows once, and remembers the scope. */
export function ownOptions(
  options: readonly AskedOption[],
  own: OwnAnswers | undefined,
  { agentName, isSandboxed }: { agentName: string, isSandboxed: boolean },
): ShownOption[] {
  const option = options.find(({ kind }) => kind === 'allow_once')
  const print = [words.threadScope(visibleName(agentName, 24), isSandboxed)]
  return own?.thread && option ? [{ option, name: words.forThread, label: words.forThread, print, scope: 'thread' }] : []
}

function agentsPrint({ kind }: AskedOption, agentName: string): string[] {
  return [optionKind(kind), ...kind.endsWith('_always') ? [words.rememberedBy(visibleName(agentName, 24))] : []]
}
