import type { InjectionKey } from 'vue'
import type { ThreadSummary } from '../../shared/contract/threadSummary'
import { injectLocal, provideLocal } from '@vueuse/core'

/** The app's navigation. */
interface Navigation {
  /** Shows a thread, even one that was just started and is not listed yet. */
  openThread(threadId: string): void
  /** Opens the New thread form to continue a thread with another agent, or with `agentId`. */
  continueThread(thread: ThreadSummary, agentId?: string): void
  /** Opens an address in the person's browser. */
  openAddress(url: string): Promise<void>
}

const navigationKey: InjectionKey<Navigation> = Symbol('navigation')

/** Provides the app's navigation to descendants. */
export function provideNavigation(navigation: Navigation): void {
  provideLocal(navigationKey, navigation)
}

/** Returns the navigation, or `undefined` outside the app. */
export function useNavigation(): Navigation | undefined {
  return injectLocal(navigationKey, undefined)
}
