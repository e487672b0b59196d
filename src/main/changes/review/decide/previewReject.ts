import type { PlannedChange } from '../../../../shared/changes/change'
import type { PendingFile } from '../pendingFiles'
import type { ReviewContext } from '../reviewContext'
import { parseState, toStateKey } from '../../fileState'
import { LineCounter } from '../lineCounter'
import { applyReject } from './decision'

/** Lists what rejecting would do to each file. */
export function previewReject({ thread, counted }: ReviewContext, files: readonly PendingFile[]): PlannedChange[] {
  const counter = new LineCounter(thread.texts, counted)
  return files.map(({ path, by, review, baseline, current }) => {
    const result = applyReject(thread, review, { baseline, current })
    const conflict = 'state' in result ? undefined : result.why === 'unkept' ? 'unkept' as const : 'shared' as const
    const target = 'state' in result ? toStateKey(result.state) : baseline
    return classifyChange({ path, by, baseline, current, target, conflict }, counter)
  })
}

/** Classifies the step from `current` to `target`. */
export function classifyChange(
  { target, conflict, ...file }: Pick<PlannedChange, 'path' | 'by' | 'baseline' | 'current' | 'conflict'> & { readonly target: string },
  counter: LineCounter,
): PlannedChange {
  const [before, after] = [parseState(file.current), parseState(target)]
  return {
    ...file,
    does: before.kind === 'absent' ? 'create' : after.kind === 'absent' ? 'delete' : 'restore',
    ...conflict ? { conflict } : counter.count(before, after).counts,
  }
}
