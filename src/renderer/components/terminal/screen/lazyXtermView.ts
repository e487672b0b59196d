import { defineAsyncComponent } from 'vue'

/** Loads xterm with the first terminal. Shared by all cards, as separate async components would flicker. */
export const LazyXtermView = defineAsyncComponent(() => import('./XtermView.vue'))
