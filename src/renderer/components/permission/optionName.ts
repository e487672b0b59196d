import type { PermissionOptionKind } from '@agentclientprotocol/sdk'
import type { AskedOption, PermissionEvent } from '../../../shared/thread/events'
import { mixesScripts } from '../../text/lookalikes'
import { visibleName } from '../../text/visibleText'
import { describeOptionKind, permissionWords as words } from './words'

/** Whether an option lets the agent proceed. Unknown kinds count as allowing. */
export function isAllowing(kind: PermissionOptionKind): boolean {
  return kind !== 'reject_once' && kind !== 'reject_always'
}

/** Returns the accessible name of an option's button: its name and, for an agent's option, its kind. */
export function getOptionName(option: AskedOption, from: PermissionEvent['from']): string {
  const name = visibleName(option.name)
  return from === 'parley' ? name : `${name}, ${describeOptionKind(option.kind)}`
}

/** Returns a warning if an option's name contradicts its kind. */
export function findContradiction({ name: written, kind }: AskedOption): string | undefined {
  // As displayed: without invisible characters, and with compatibility letters normalized.
  const name = written.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  if (mixesScripts(name))
    return words.mixedLetters(kind)
  const saysNo = /^\W*(?:no|don['’]?t|do not|never|reject|deny|decline|refuse|cancel|abort|block|stop)\b/i.test(name)
  const saysYes = !saysNo && /\b(?:yes|allow|approve|accept|grant|permit)\b/i.test(name)
  if (isAllowing(kind) && saysNo)
    return words.saysNo(kind)
  if (!isAllowing(kind) && saysYes)
    return words.saysYes(kind)
  if (kind === 'allow_always' && /\bonce\b/i.test(name))
    return words.saysOnce
  return undefined
}
