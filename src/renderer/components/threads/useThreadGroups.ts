import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Grouping } from './words'
import { computed, type Ref } from 'vue'
import { useLastChoice, useLastText } from '../../composables/useLastChoices'
import { archivedGroupId, groupThreads, type ThreadGroup } from './groupThreads'

/** Maximum length of a stored choice. */
const maxStoredCharacters = 4_000

/** The person's grouping and folded groups. */
export function useThreadGroups(threads: () => readonly ThreadSummary[], search: () => string = () => '') {
  const by: Ref<Grouping> = useLastChoice('threadGrouping', ['folder', 'state'])
  const stored = useLastText('foldedGroups')
  /** Ids of groups whose fold state differs from the initial one. */
  const toggledIds = computed(() => new Set(stored.value.split('\n').filter(Boolean)))
  const groups = computed(() => groupThreads(threads(), { by: by.value, search: search() }))

  /** Matches are never folded during a search. */
  function isFolded({ id }: ThreadGroup): boolean {
    return search().trim() === '' && toggledIds.value.has(id) !== (id === archivedGroupId)
  }

  function toggle({ id }: ThreadGroup): void {
    const others = [...toggledIds.value].filter(other => other !== id)
    const next = toggledIds.value.has(id) ? others : [id, ...others]
    while (next.join('\n').length > maxStoredCharacters)
      next.pop() // drops the oldest
    stored.value = next.join('\n')
  }

  /** Visible threads in order. */
  const shown = computed(() => groups.value.filter(group => !isFolded(group)).flatMap(group => group.threads))
  return { by, groups, shown, isFolded, toggle }
}
