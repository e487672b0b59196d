import type { PermissionFacts } from '../../../shared/permission/permissionFacts'
import { repeatsChange, repeatsChanges } from '../../../shared/toolCall/claimedChanges'
import { isSameFile } from '../../../shared/toolCall/patchedChanges'

/**
 * Whether facts say something of the deed that was not asked about. Some agents announce a call after they have asked
 * about it, bit by bit: what only leaves out, or says once more in another way, is no change.
 */
export function saysMore(now: PermissionFacts, asked: PermissionFacts): boolean {
  const isShown = (asked.commandLine ?? asked.url ?? asked.plan) !== undefined || asked.diffs.length > 0
  return isOther(now.commandLine, asked.commandLine)
    || (now.commandLine !== undefined && isOther(now.cwd, asked.cwd))
    || isOther(now.url, asked.url)
    || isOther(now.plan, asked.plan)
    || now.paths.some(path => !asked.paths.includes(path) && !asked.diffs.some(diff => isSameFile({ path: plain(path) }, diff)))
    || now.diffs.some(diff => !asked.diffs.some(shown => repeatsChange(diff, shown)))
    || now.further.some(({ name, value }) =>
      !asked.further.some(item => item.name === name && item.value === value) && !repeatsChanges(value, asked.diffs))
    || now.notes.some(note => !asked.notes.includes(note))
    // Where only words say what will be done, or only its kind, they are the deed.
    || (!isShown && (now.action !== asked.action || now.words.some(text => !asked.words.includes(text))))
}

function plain(place: string): string {
  return place.replace(/:\d+$/, '')
}

function isOther(now: string | undefined, asked: string | undefined): boolean {
  return now !== undefined && now !== asked
}
