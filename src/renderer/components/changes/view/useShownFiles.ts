import type { ChangeList } from '../../../../shared/changes/change'
import { computed, type Ref, shallowRef } from 'vue'
import { pathInFolder } from '../../../text/paths'
import { type Author, filesBy } from '../changeAuthors'
import { sortInTreeOrder } from '../tree/changeTree'

/** Files that match the filters, in tree order. */
export function useShownFiles(list: Readonly<Ref<ChangeList | undefined>>, folder: string) {
  const search = shallowRef('')
  const author = shallowRef<Author>('everyone')
  const files = computed(() => {
    const wanted = search.value.trim().toLowerCase()
    const fitting = filesBy(list.value?.files ?? [], author.value)
    return sortInTreeOrder(fitting.filter(({ path }) => pathInFolder(path, folder).toLowerCase().includes(wanted)), folder)
  })
  /** Whether more files match than are listed. Only without a search, which covers listed files only. */
  const isAll = computed(() => search.value.trim() === '' && list.value !== undefined && list.value.count > list.value.files.length)
  return { search, author, files, isAll }
}
