import { defineAsyncComponent } from 'vue'

/** Loads xterm with the first terminal. Shared by all cards, as separate ones would flicker. */
export const LazyXtermView = defineAsyncComponent(() => import('./XtermView.vue'))
