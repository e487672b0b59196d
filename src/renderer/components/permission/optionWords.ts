import type { PermissionOptionKind } from '@agentclientprotocol/sdk'
import type { AskedOption, PermissionEvent } from '../../../shared/thread/events'
import { mixesScripts } from '../../text/lookalikes'
import { visibleName } from '../../text/visibleText'

/** Our words for what an option really grants. */
export function kindWords(kind: PermissionOptionKind): string {
  switch (kind) {
    case 'allow_once': return 'Allow once'
    case 'allow_always': return 'Allow always'
    case 'reject_once': return 'Reject once'
    case 'reject_always': return 'Reject always'
    default: return 'Unknown kind'
  }
}

/** Whether choosing it lets the agent go on. A kind that we do not know counts as allowing. */
export function isAllowing(kind: PermissionOptionKind): boolean {
  return kind !== 'reject_once' && kind !== 'reject_always'
}

/** The accessible name of an option's button: the agent's own name and what it grants; Parley's options speak for themselves. */
export function optionName(option: AskedOption, from: PermissionEvent['from']): string {
  const name = visibleName(option.name)
  return from === 'parley' ? name : `${name}, ${kindWords(option.kind)}`
}

/** What is said of an option whose name promises something else than its kind grants. */
export function contradiction({ name: written, kind }: AskedOption): string | undefined {
  // As a person reads it: without what is not seen, and in plain letters.
  const name = written.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')
  if (mixesScripts(name))
    return `Its name mixes letters of several alphabets. It means: ${kindWords(kind)}.`
  const saysNo = /^\W*(no|don['’]?t|do not|never|reject|deny|decline|refuse|cancel|abort|block|stop)\b/i.test(name)
  const saysYes = !saysNo && /\b(yes|allow|approve|accept|grant|permit)\b/i.test(name)
  if (isAllowing(kind) && saysNo)
    return `Its name says no, but it means: ${kindWords(kind)}.`
  if (!isAllowing(kind) && saysYes)
    return `Its name says yes, but it means: ${kindWords(kind)}.`
  if (kind === 'allow_always' && /\bonce\b/i.test(name))
    return 'Its name says once, but it allows always.'
  return undefined
}
