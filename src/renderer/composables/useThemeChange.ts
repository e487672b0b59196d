import { useMediaQuery, useMutationObserver } from '@vueuse/core'
import { readonly, type Ref, shallowRef, watch } from 'vue'

/**
 * Calls `run` after the page's colours or sizes have changed, for content that is not drawn with CSS.
 */
export function useThemeChange(run: () => void): void {
  useMutationObserver(document.documentElement, run, { attributeFilter: ['data-theme', 'data-contrast', 'style'] })
  watch([useMediaQuery('(prefers-color-scheme: dark)'), useMediaQuery('(prefers-contrast: more)')], run)
}

/** Whether the page is dark. */
export function useIsDark(): Readonly<Ref<boolean>> {
  const isDark = shallowRef(readIsDark())
  useThemeChange(() => isDark.value = readIsDark())
  return readonly(isDark)
}

function readIsDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement)
  return colorScheme === 'dark' || (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}
