import { defineAsyncComponent } from 'vue'

/**
 * xterm comes with the first terminal. Made once for all cards: each of its own would be a frame without a screen,
 * redrawn.
 */
export const LazyXtermView = defineAsyncComponent(() => import('./XtermView.vue'))
