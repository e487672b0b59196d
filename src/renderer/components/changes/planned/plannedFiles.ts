import { changeGrade, type Grade, type PlannedChange } from '../../../../shared/changes/change'

/** Returns a file's grade; `unclear` if its author is unknown. */
export function getPlannedGrade({ by }: PlannedChange): Grade {
  return changeGrade(by) ?? 'unclear'
}

/** Paths of initially checked files: those without conflict and with a known author. */
export function getInitialChoice(planned: readonly PlannedChange[]): ReadonlySet<string> {
  return new Set(planned.flatMap(file => file.conflict || getPlannedGrade(file) === 'unclear' ? [] : [file.path]))
}

/** Selects the checked files for a request, in the versions that were shown. */
export function selectFiles(
  planned: readonly PlannedChange[],
  chosen: ReadonlySet<string>,
): Pick<PlannedChange, 'path' | 'baseline' | 'current'>[] {
  return planned.flatMap(({ path, baseline, current, conflict }) =>
    !conflict && chosen.has(path) ? [{ path, baseline, current }] : [])
}
