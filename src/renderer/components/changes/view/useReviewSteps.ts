import type { FileChange } from '../../../../shared/changes/change'
import type { Review } from '../review'
import { until } from '@vueuse/core'

/** How long a row may take to be drawn. */
const drawnWithinMs = 2_000

/** Moves the focus from hunk to hunk, across files. `show` scrolls to a file, so that it is drawn. */
export function useReviewSteps({ review: { place, shown, folded }, files, show }: {
  review: Review
  files: () => readonly FileChange[]
  show: (path: string) => Promise<void>
}) {
  async function goTo(path: string, hunk: number): Promise<void> {
    if (folded.value.has(path))
      folded.value = new Set([...folded.value].filter(other => other !== path))
    place.value = { path, hunk }
    if (!shown.has(path))
      await show(path)
    await until(() => shown.has(path)).toBe(true, { timeout: drawnWithinMs })
    shown.get(path)?.focus(hunk)
  }

  async function step(by: 1 | -1): Promise<void> {
    const all = files()
    const at = all.findIndex(({ path }) => path === place.value?.path)
    const here = place.value && at >= 0 ? { ...place.value, hunks: shown.get(place.value.path)?.hunks() ?? 0 } : undefined
    if (!here) {
      const first = by > 0 ? all[0] : all.at(-1)
      return first && goTo(first.path, 0)
    }
    const hunk = Math.min(here.hunk, here.hunks - 1) + by
    if (hunk >= 0 && hunk < here.hunks)
      return goTo(here.path, hunk)
    const next = all[at + by]
    if (next)
      await goTo(next.path, by > 0 ? 0 : Infinity)
  }

  return { goTo, step }
}
