import { changeGrade, type Grade, type PlannedChange } from '../../../../shared/changes/change'

/** Files with an uncertain author are changed only if the person ticks them. */
export function gradeOfPlanned({ by }: PlannedChange): Grade {
  return changeGrade(by) ?? 'unclear'
}

/** Files that are ticked initially. */
export function chosenFirst(planned: readonly PlannedChange[]): ReadonlySet<string> {
  return new Set(planned.flatMap(file => file.conflict || gradeOfPlanned(file) === 'unclear' ? [] : [file.path]))
}

/** The request for the ticked files, exactly as shown. */
export function toPutBack(
  planned: readonly PlannedChange[],
  chosen: ReadonlySet<string>,
): Pick<PlannedChange, 'path' | 'baseline' | 'current'>[] {
  return planned.flatMap(({ path, baseline, current, conflict }) =>
    !conflict && chosen.has(path) ? [{ path, baseline, current }] : [])
}
