import type { Ref } from 'vue'
import { useTextareaAutosize } from '@vueuse/core'

/**
 * Makes a text box as high as its text, for browsers without `field-sizing`. To measure the text, the box briefly
 * shrinks on each keystroke.
 */
export function useGrowingBox(element: Readonly<Ref<HTMLTextAreaElement | null>>, input: Ref<string>): void {
  if (globalThis.CSS?.supports?.('field-sizing', 'content') !== true)
    useTextareaAutosize({ element, input })
}
