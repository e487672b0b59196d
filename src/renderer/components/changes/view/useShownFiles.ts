import type { ChangeList } from '../../../../shared/changes/change'
import { computed, type Ref, shallowRef } from 'vue'
import { toRelativePath } from '../../../text/paths'
import { type Author, filterByAuthor } from '../changeAuthors'
import { sortInTreeOrder } from '../tree/changeTree'

/** The filters of a review, and the matching files in tree order. */
export function useShownFiles(list: Readonly<Ref<ChangeList | undefined>>, folder: string) {
  const search = shallowRef('')
  const author = shallowRef<Author>('everyone')
  const files = computed(() => {
    const needle = search.value.trim().toLowerCase()
    const matching = filterByAuthor(list.value?.files ?? [], author.value)
    return sortInTreeOrder(matching.filter(({ path }) => toRelativePath(path, folder).toLowerCase().includes(needle)), folder)
  })
  /** Whether decisions also cover files that are not listed. Not with a search, which covers only listed files. */
  const isAll = computed(() => search.value.trim() === '' && list.value !== undefined && list.value.count > list.value.files.length)
  return { search, author, files, isAll }
}
