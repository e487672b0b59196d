import type { PermissionOptionKind } from '@agentclientprotocol/sdk'
import type { AskedOption, PermissionEvent } from '../../../shared/thread/events'
import { mixesScripts } from '../../text/lookalikes'
import { visibleName } from '../../text/visibleText'
import { optionKind, permissionWords as words } from './words'

/** Whether choosing it lets the agent proceed. A kind that we do not know counts as allowing. */
export function isAllowing(kind: PermissionOptionKind): boolean {
  return kind !== 'reject_once' && kind !== 'reject_always'
}

/**
 * The accessible name of an option's button: the agent's own name and what it grants; Parley's options speak for
 * themselves.
 */
export function optionName(option: AskedOption, from: PermissionEvent['from']): string {
  const name = visibleName(option.name)
  return from === 'parley' ? name : `${name}, ${optionKind(option.kind)}`
}

/** A warning about an option whose name contradicts what its kind grants. */
export function contradiction({ name: written, kind }: AskedOption): string | undefined {
  // As a person reads it: without invisible characters, and in plain letters.
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
