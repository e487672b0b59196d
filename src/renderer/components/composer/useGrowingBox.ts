import { nextTick, onMounted, type Ref, watch } from 'vue'

/** Keeps a text box as high as its text, up to what the style allows. */
export function useGrowingBox(box: Readonly<Ref<HTMLTextAreaElement | null>>, text: Readonly<Ref<string>>): void {
  function grow(): void {
    if (!box.value)
      return
    box.value.style.blockSize = 'auto'
    box.value.style.blockSize = `${box.value.scrollHeight}px`
  }
  onMounted(grow)
  watch(text, () => void nextTick(grow))
}
