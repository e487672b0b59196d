import { useTimeoutFn } from '@vueuse/core'
import { defineAsyncComponent } from 'vue'
import { report } from '../../report'

const loadThread = () => import('../thread/ThreadView.vue')
const loadSettings = () => import('../settings/SettingsPage.vue')

/** A thread: most of the window's code, and not needed for Home. */
export const ThreadView = defineAsyncComponent(loadThread)

export const SettingsPage = defineAsyncComponent(loadSettings)

/** Loads them after the first paint, and before anybody opens one. */
export function useViewsAhead(): void {
  useTimeoutFn(() => Promise.all([loadThread(), loadSettings()]).catch(report), 200)
}
