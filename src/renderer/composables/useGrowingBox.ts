import type { Ref } from 'vue'
import { useTextareaAutosize } from '@vueuse/core'

/**
 * A box for text that is as high as its text. Browsers that know `field-sizing` do that by themselves; in all others it
 * is measured, for which it is low for a moment with every key, and what is above it is scrolled away from its end.
 */
export function useGrowingBox(element: Readonly<Ref<HTMLTextAreaElement | null>>, input: Ref<string>): void {
  if (globalThis.CSS?.supports?.('field-sizing', 'content') !== true)
    useTextareaAutosize({ element, input })
}
