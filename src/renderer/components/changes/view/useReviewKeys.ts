import type { FileChange } from '../../../../shared/changes/change'
import type { Decision } from '../decide/useDeciding'
import type { Review } from '../review'
import { until, useEventListener } from '@vueuse/core'
import { type ShallowRef, watch } from 'vue'
import { isPressed } from '../../../composables/keys'
import { shortcuts } from '../../../composables/shortcuts'
import { report } from '../../../report'
import { hasPendingChanges } from '../changeAuthors'

/**
 * Keys of a review. They work while the focus is in the review, except in text boxes, selects and menus. Long because
 * it has a branch per key.
 */
export function useReviewKeys({ review, files, show, root, close, undo, send }: {
  review: Review
  files: () => readonly FileChange[]
  /** Scrolls to a file so that it is drawn. */
  show: (path: string) => Promise<void>
  root: Readonly<ShallowRef<HTMLElement | null>>
  close: () => void
  undo: () => void
  send: () => void
}) {
  const { place, shown } = review
  const { goTo, step } = useReviewSteps({ review, files, show })
  /** Whether a key decided something. The focus then moves to the next pending hunk once the list is reloaded. */
  let hasDecided = false

  /** Decides the whole file in the tree and on a file's header, otherwise the focused hunk. */
  function decide(act: Decision, target: Element): void {
    const path = target.closest<HTMLElement>('[data-file]')?.dataset.file
    const hunk = target.closest<HTMLElement>('[data-hunk]')?.dataset.hunk
    const file = files().find(file => file.path === path)
    if (path === undefined || !file || !hasPendingChanges(file))
      return
    const drawn = shown.get(path)
    if (!file.keys) {
      goTo(path, 0).then(() => shown.get(path)?.decide(act)).catch(report) // focuses the button that widens the review
      return
    }
    hasDecided = !target.closest('[role=tree]')
    if (drawn && !target.closest('[role=tree]'))
      drawn.decide(act, hunk === undefined ? undefined : Number(hunk))
    else
      review.deciding.decideAll(act, [{ path, ...file.keys }]).catch(report)
  }

  /** Comments on the focused line, otherwise on the current hunk. */
  function comment(target: Element): void {
    if (target instanceof HTMLElement && target.matches('[data-line]'))
      target.click()
    else if (place.value)
      shown.get(place.value.path)?.comment(place.value.hunk)
  }

  function onKey(event: KeyboardEvent): void {
    const { target } = event
    if (event.isComposing || event.defaultPrevented || !(target instanceof Element) || target.closest('[role=menu], dialog'))
      return
    if (isPressed(shortcuts.reviewSend, event))
      return act(event, send)
    if (target.closest('input:not([type=radio]), textarea, select'))
      return
    const acts = [
      [shortcuts.reviewNext, () => step(1).catch(report)],
      [shortcuts.reviewPrevious, () => step(-1).catch(report)],
      [shortcuts.reviewKeep, () => decide('keep', target)],
      [shortcuts.reviewReject, () => decide('reject', target)],
      [shortcuts.reviewUndo, undo],
      [shortcuts.reviewComment, () => comment(target)],
      [shortcuts.reviewClose, close],
    ] as const
    const match = acts.find(([keys]) => isPressed(keys, event))
    if (match)
      act(event, match[1])
  }

  function act(event: KeyboardEvent, run: () => unknown): void {
    event.preventDefault()
    event.stopPropagation()
    run()
  }

  // Removing a focused button moves the focus to the body, where the keys must still work.
  useEventListener('keydown', (event) => {
    if (event.target === document.body && root.value?.isConnected)
      onKey(event)
  })

  watch(() => review.changes.version.value, () => requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body
    // Waits for the decision, as a list requested before doesn't include it.
    if (!root.value?.isConnected || review.deciding.isBusy.value || (!isLost && !hasDecided))
      return
    hasDecided = false
    if (isLost)
      root.value.focus({ preventScroll: true })
    const at = files().findIndex(({ path }) => path === place.value?.path)
    const next = files().slice(Math.max(0, at)).find(hasPendingChanges)
    if (place.value && next)
      goTo(next.path, next.path === place.value.path ? place.value.hunk : 0).catch(report)
  }))

  return { goTo, onKey }
}

/** Maximum time to wait until a row is drawn. */
const drawTimeoutMs = 2_000

/** Moves the focus from hunk to hunk across files. `show` scrolls to a file so that it is drawn. */
function useReviewSteps({ review: { place, shown, folded }, files, show }: {
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
    await until(() => shown.has(path)).toBe(true, { timeout: drawTimeoutMs })
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
