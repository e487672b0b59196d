import { useMediaQuery, useMutationObserver } from '@vueuse/core'
import { watch } from 'vue'

/** Runs after the page's colours or sizes have changed: the person chose others, or the system did. For what is not drawn with CSS. */
export function useThemeChange(run: () => void): void {
  useMutationObserver(document.documentElement, run, { attributeFilter: ['data-theme', 'data-contrast', 'style'] })
  watch([useMediaQuery('(prefers-color-scheme: dark)'), useMediaQuery('(prefers-contrast: more)')], run)
}
