import { inject, provide, type InjectionKey } from 'vue'

const threadIdKey: InjectionKey<string> = Symbol('threadId')

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
