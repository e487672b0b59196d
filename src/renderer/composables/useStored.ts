import { ref, type Ref, watch } from 'vue'

/** A text that this browser or desktop remembers over a reload. An empty text is forgotten. */
export function useStored(key: string, initial = ''): Ref<string> {
  const name = nameOf(key)
  const value = ref(localStorage.getItem(name) ?? initial)
  watch(value, (text) => {
    try {
      if (text === initial)
        localStorage.removeItem(name)
      else
        localStorage.setItem(name, text)
    }
    catch (error) {
      // A full store must not stop anybody from typing; the text is then kept until the window closes.
      console.warn('This text is not kept over a reload.', error)
    }
  }, { flush: 'sync' })
  return value
}

/** Takes it out of the browser's or desktop's memory. */
export function forgetStored(key: string): void {
  localStorage.removeItem(nameOf(key))
}

function nameOf(key: string): string {
  return `parley.${key}`
}
