import type { RevertedFile } from '../../../../shared/changes/change'
import type { TurnFiles } from './turnFiles'
import { computed, type ComputedRef } from 'vue'
import { hasPendingChanges } from '../../changes/changeAuthors'
import { useReviewing } from '../../changes/reviewing'
import { useRevertedFiles } from './revertedFiles'

/** The review state of a turn's files, as far as it is known without a request to the host. */
export function useTurnReview(promptId: () => string | undefined, files: ComputedRef<TurnFiles>) {
  const reviewing = useReviewing()
  const list = computed(() => reviewing?.changes.list.value)
  const known = computed(() => new Map(list.value?.files.map(file => [file.path, file])))

  const findReverted = useRevertedFiles()
  const getReverted = (path: string | undefined): RevertedFile['act'] | undefined => findReverted(promptId(), path)

  /** Number of pending files; `undefined` if unknown. */
  const toReview = computed(() => {
    if (reviewing?.pending.value === 0)
      return 0
    const { reported, recorded, others, count } = files.value
    if (!list.value || count > reported.length + others.length || list.value.count > list.value.files.length)
      return undefined
    return [...recorded.values(), ...others].filter(({ path }) => {
      const file = known.value.get(path)
      return file && hasPendingChanges(file) && !getReverted(path)
    }).length
  })

  return { toReview, getReverted }
}
