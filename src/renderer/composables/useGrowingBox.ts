import type { Ref } from 'vue'
import { useTextareaAutosize } from '@vueuse/core'

/**
 * Makes a text box as high as its text. Browsers with `field-sizing` do that by themselves. In others the text
 * is measured, for which the box briefly shrinks with every key.
 */
export function useGrowingBox(element: Readonly<Ref<HTMLTextAreaElement | null>>, input: Ref<string>): void {
  if (globalThis.CSS?.supports?.('field-sizing', 'content') !== true)
    useTextareaAutosize({ element, input })
}
