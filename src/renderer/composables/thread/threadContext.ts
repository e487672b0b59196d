import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed, type ComputedRef, inject, type InjectionKey, provide } from 'vue'

const threadIdKey: InjectionKey<string> = Symbol('threadId')
const foldersKey: InjectionKey<readonly string[]> = Symbol('threadFolders')
const isReplayKey: InjectionKey<true> = Symbol('isReplay')
const threadListKey: InjectionKey<() => readonly ThreadSummary[]> = Symbol('threadList')
const isReadingKey: InjectionKey<() => boolean> = Symbol('isReading')
const previewPathKey: InjectionKey<(path: string) => void> = Symbol('previewPath')

/** Provides the thread's id to descendants. The view is recreated for another thread. */
export function provideThreadId(threadId: string): void {
  provide(threadIdKey, threadId)
}

/** Returns the id of the enclosing thread. Throws outside a thread. */
export function useThreadId(): string {
  const threadId = inject(threadIdKey)
  if (threadId === undefined)
    throw new Error('useThreadId() needs provideThreadId() in a component above')
  return threadId
}

/** Provides the thread's folders to descendants. */
export function provideThreadFolder(folder: string, additionalFolders: readonly string[] = []): void {
  provide(foldersKey, [folder, ...additionalFolders])
}

/** Returns the thread's folder, or `undefined` if unknown. */
export function useThreadFolder(): string | undefined {
  return useThreadFolders()[0]
}

/** Returns the thread's folders, its own first. Empty if unknown. */
export function useThreadFolders(): readonly string[] {
  return inject(foldersKey, () => [], true)
}

/** Provides the list of threads, latest first, to descendants. */
export function provideThreadList(threads: () => readonly ThreadSummary[]): void {
  provide(threadListKey, threads)
}

/** Returns the list of threads. Empty outside the app. */
export function useThreadList(): () => readonly ThreadSummary[] {
  return inject(threadListKey, () => () => [], true)
}

/** Whether the thread exists and can be opened. False outside the app. */
export function useThreadExists(threadId: string): ComputedRef<boolean> {
  const threads = useThreadList()
  return computed(() => threads().some(thread => thread.threadId === threadId))
}

/** Provides the preview of the thread's files and folders to descendants. */
export function providePreviewPath(preview: (path: string) => void): void {
  provide(previewPathKey, preview)
}

/** Returns the preview function, or `undefined` without a host. */
export function usePreviewPath(): ((path: string) => void) | undefined {
  return inject(previewPathKey, undefined)
}

/** Marks the thread as a replay, in which nothing can be answered. */
export function provideReplay(): void {
  provide(isReplayKey, true)
}

/** Whether the enclosing thread is a replay. */
export function useIsReplay(): boolean {
  return inject(isReplayKey, false)
}

/** Provides whether the reader is away from the end. While it is true, nothing folds by itself. */
export function provideIsReading(isReading: () => boolean): void {
  provide(isReadingKey, isReading)
}

/** Whether the reader is away from the end of the enclosing thread. */
export function useIsReading(): () => boolean {
  return inject(isReadingKey, () => () => false, true)
}
