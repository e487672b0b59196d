import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Grouping } from './words'
import { computed, type Ref } from 'vue'
import { useLastChoice, useLastText } from '../../composables/useLastChoices'
import { archivedId, type ThreadGroup, threadGroups } from './threadGroups'

/** Characters of a stored choice. */
const maxKept = 4_000

/** The person's grouping and folded groups. */
export function useThreadGroups(threads: () => readonly ThreadSummary[], search: () => string = () => '') {
  const by: Ref<Grouping> = useLastChoice('threadGrouping', ['folder', 'state'])
  const kept = useLastText('foldedGroups')
  /** Groups whose fold differs from the initial one. */
  const turned = computed(() => new Set(kept.value.split('\n').filter(Boolean)))
  const groups = computed(() => threadGroups(threads(), { by: by.value, search: search() }))

  /** Matches are never folded during a search. */
  function isFolded({ id }: ThreadGroup): boolean {
    return search().trim() === '' && turned.value.has(id) !== (id === archivedId)
  }

  function toggle({ id }: ThreadGroup): void {
    const others = [...turned.value].filter(other => other !== id)
    const next = turned.value.has(id) ? others : [id, ...others]
    while (next.join('\n').length > maxKept)
      next.pop() // oldest first
    kept.value = next.join('\n')
  }

  /** Visible threads in order. */
  const shown = computed(() => groups.value.filter(group => !isFolded(group)).flatMap(group => group.threads))
  return { by, groups, shown, isFolded, toggle }
}
