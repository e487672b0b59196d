import type { PermissionFacts } from '../../../shared/permission/permissionFacts'
import { repeatsChange, repeatsChanges } from '../../../shared/toolCall/claimedChanges'
import { isSameFile } from '../../../shared/toolCall/patchedChanges'

/**
 * Whether a tool call's current facts go beyond the request. Omissions and rephrasings don't count, as some agents send
 * the call in parts after asking about it.
 */
export function exceedsRequest(now: PermissionFacts, asked: PermissionFacts): boolean {
  const isShown = (asked.commandLine ?? asked.url ?? asked.plan) !== undefined || asked.diffs.length > 0
  return differs(now.commandLine, asked.commandLine)
    || (now.commandLine !== undefined && differs(now.cwd, asked.cwd))
    || differs(now.url, asked.url)
    || differs(now.plan, asked.plan)
    || now.paths.some(path =>
      !asked.paths.includes(path) && !asked.diffs.some(diff => isSameFile({ path: stripLineNumber(path) }, diff)),
    )
    || now.diffs.some(diff => !asked.diffs.some(shown => repeatsChange(diff, shown)))
    || now.further.some(({ name, value }) =>
      !asked.further.some(item => item.name === name && item.value === value) && !repeatsChanges(value, asked.diffs))
    || now.notes.some(note => !asked.notes.includes(note))
    // Without details, a request consists only of its words and kind.
    || (!isShown && (now.action !== asked.action || now.words.some(text => !asked.words.includes(text))))
}

function stripLineNumber(path: string): string {
  return path.replace(/:\d+$/, '')
}

function differs(now: string | undefined, asked: string | undefined): boolean {
  return now !== undefined && now !== asked
}
