import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Grouping } from './words'
import { computed, type Ref } from 'vue'
import { useLastChoice, useLastText } from '../../composables/useLastChoices'
import { archivedId, type ThreadGroup, threadGroups } from './threadGroups'

/** How many characters of a last choice the host keeps. */
const maxKept = 4_000

/** How the person wants the list of threads: its grouping, and which groups are folded. */
export function useThreadGroups(threads: () => readonly ThreadSummary[], search: () => string = () => '') {
  const by: Ref<Grouping> = useLastChoice('threadGrouping', ['folder', 'state'])
  const kept = useLastText('foldedGroups')
  /** The groups that are not as they begin. */
  const turned = computed(() => new Set(kept.value.split('\n').filter(Boolean)))
  const groups = computed(() => threadGroups(threads(), { by: by.value, search: search() }))

  /** While something is searched, nothing that was found hides. */
  function isFolded({ id }: ThreadGroup): boolean {
    return search().trim() === '' && turned.value.has(id) !== (id === archivedId)
  }

  function toggle({ id }: ThreadGroup): void {
    const others = [...turned.value].filter(other => other !== id)
    const next = turned.value.has(id) ? others : [id, ...others]
    while (next.join('\n').length > maxKept)
      next.pop() // the longest ago
    kept.value = next.join('\n')
  }

  /** What is not folded, as it stands. */
  const shown = computed(() => groups.value.filter(group => !isFolded(group)).flatMap(group => group.threads))
  return { by, groups, shown, isFolded, toggle }
}
