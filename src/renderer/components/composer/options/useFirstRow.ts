import { useResizeObserver } from '@vueuse/core'
import { onMounted, onUpdated, type Ref, shallowRef } from 'vue'

/** How many children of a wrapping element stand in its first row. The others are clipped by its height, and belong behind a button. */
export function useFirstRow(element: Readonly<Ref<HTMLElement | null>>) {
  const inFirstRow = shallowRef(Infinity)

  function count(): void {
    const items = [...element.value?.children ?? []].filter(item => item instanceof HTMLElement)
    const firstBelow = items.findIndex(item => item.offsetTop > items[0]!.offsetTop + items[0]!.offsetHeight / 2)
    inFirstRow.value = firstBelow < 0 ? Infinity : firstBelow
  }

  useResizeObserver(element, count)
  onMounted(count)
  onUpdated(count)
  return inFirstRow
}
