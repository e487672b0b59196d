import type { FileRow } from './fileRows'
import { nextTick, type Ref, type ShallowRef, shallowRef, watch } from 'vue'
import { report } from '../../../report'

/** Unfolds what the file in front lies in, and scrolls to it; not while the keyboard is in the tree, where the person looks around. */
export function useReveal({ active, rows, box, list, unfoldTo, reach, focus }: {
  active: Readonly<Ref<string | undefined>>
  rows: Readonly<Ref<readonly FileRow[]>>
  box: Readonly<ShallowRef<HTMLElement | null>>
  list: Readonly<Ref<{ scrollToIndex(index: number, options?: { align: 'nearest' }): void } | null>>
  unfoldTo: (path: string) => void
  reach: (row: FileRow) => void
  focus: () => Promise<void>
}): void {
  /** Revealed once the folders above it have been read. */
  const wanted = shallowRef<string>()
  watch(active, (path) => {
    wanted.value = box.value?.contains(document.activeElement) ? undefined : path
    if (wanted.value !== undefined)
      unfoldTo(wanted.value)
  }, { immediate: true })
  watch([rows, wanted], () => {
    const index = wanted.value === undefined ? -1 : rows.value.findIndex(({ key }) => key === wanted.value)
    if (index < 0)
      return
    wanted.value = undefined
    const hasKeyboard = box.value?.contains(document.activeElement)
    reach(rows.value[index]!)
    nextTick(() => hasKeyboard ? focus() : list.value?.scrollToIndex(index, { align: 'nearest' })).catch(report)
  }, { immediate: true })
}
