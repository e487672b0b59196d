import { computed, type ComputedRef, inject, type InjectionKey, provide } from 'vue'

const threadIdKey: InjectionKey<string> = Symbol('threadId')
const folderKey: InjectionKey<string> = Symbol('threadFolder')
const isReplayKey: InjectionKey<true> = Symbol('isReplay')
const hasThreadKey: InjectionKey<(threadId: string) => boolean> = Symbol('hasThread')

/** Tells every card below which thread it belongs to; the view is made anew for another thread. */
export function provideThreadId(threadId: string): void {
  provide(threadIdKey, threadId)
}

export function useThreadId(): string {
  const threadId = inject(threadIdKey)
  if (threadId === undefined)
    throw new Error('useThreadId() needs provideThreadId() in a component above')
  return threadId
}

/** Tells everything below in which folder the thread works. */
export function provideThreadFolder(folder: string): void {
  provide(folderKey, folder)
}

/** `undefined` where that is not known. */
export function useThreadFolder(): string | undefined {
  return inject(folderKey, undefined)
}

/** Tells everything below which threads there are. */
export function provideHasThread(hasThread: (threadId: string) => boolean): void {
  provide(hasThreadKey, hasThread)
}

/** Whether there is a thread of that id to go to; never where threads are shown without the app. */
export function useThreadExists(threadId: string): ComputedRef<boolean> {
  const hasThread = inject(hasThreadKey, () => false, false)
  return computed(() => hasThread(threadId))
}

/** Tells everything below that the thread is only played back: nobody can be answered. */
export function provideReplay(): void {
  provide(isReplayKey, true)
}

export function useIsReplay(): boolean {
  return inject(isReplayKey, false)
}
