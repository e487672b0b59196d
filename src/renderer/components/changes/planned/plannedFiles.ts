import { changeGrade, type Grade, type PlannedChange } from '../../../../shared/changes/change'

/** Files of an unknown author are restored only if the person chooses them. */
export function gradeOfPlanned({ by }: PlannedChange): Grade {
  return changeGrade(by) ?? 'unclear'
}

/** The files that are chosen as long as the person chooses no others. */
export function chosenFirst(planned: readonly PlannedChange[]): ReadonlySet<string> {
  return new Set(planned.flatMap(file => file.conflict || gradeOfPlanned(file) === 'unclear' ? [] : [file.path]))
}

/** What is asked of the host for those that are chosen: exactly what was shown. */
export function toPutBack(
  planned: readonly PlannedChange[],
  chosen: ReadonlySet<string>,
): Pick<PlannedChange, 'path' | 'baseline' | 'current'>[] {
  return planned.flatMap(({ path, baseline, current, conflict }) =>
    !conflict && chosen.has(path) ? [{ path, baseline, current }] : [])
}
