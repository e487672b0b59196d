import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { computed, type ComputedRef, inject, type InjectionKey, provide } from 'vue'

const threadIdKey: InjectionKey<string> = Symbol('threadId')
const foldersKey: InjectionKey<readonly string[]> = Symbol('threadFolders')
const isReplayKey: InjectionKey<true> = Symbol('isReplay')
const threadListKey: InjectionKey<() => readonly ThreadSummary[]> = Symbol('threadList')
const isReadingKey: InjectionKey<() => boolean> = Symbol('isReading')
const previewPathKey: InjectionKey<(path: string) => void> = Symbol('previewPath')

/** Tells every card below which thread it belongs to; the view is recreated for another thread. */
export function provideThreadId(threadId: string): void {
  provide(threadIdKey, threadId)
}

/** The id of the thread around this component. Throws outside one. */
export function useThreadId(): string {
  const threadId = inject(threadIdKey)
  if (threadId === undefined)
    throw new Error('useThreadId() needs provideThreadId() in a component above')
  return threadId
}

/** Tells everything below in which folder the thread works, and in which others besides. */
export function provideThreadFolder(folder: string, additionalFolders: readonly string[] = []): void {
  provide(foldersKey, [folder, ...additionalFolders])
}

/** `undefined` where that is not known. */
export function useThreadFolder(): string | undefined {
  return useThreadFolders()[0]
}

/** Its own first; none where they are not known. */
export function useThreadFolders(): readonly string[] {
  return inject(foldersKey, () => [], true)
}

/** Tells everything below which threads there are, the latest first. */
export function provideThreadList(threads: () => readonly ThreadSummary[]): void {
  provide(threadListKey, threads)
}

/** None where threads are shown without the app. */
export function useThreadList(): () => readonly ThreadSummary[] {
  return inject(threadListKey, () => () => [], true)
}

/** Whether there is a thread of that id to go to; never where threads are shown without the app. */
export function useThreadExists(threadId: string): ComputedRef<boolean> {
  const threads = useThreadList()
  return computed(() => threads().some(thread => thread.threadId === threadId))
}

/** Lets everything below show what a file or folder of the thread holds. */
export function providePreviewPath(preview: (path: string) => void): void {
  provide(previewPathKey, preview)
}

/** `undefined` where no one can be asked for it. */
export function usePreviewPath(): ((path: string) => void) | undefined {
  return inject(previewPathKey, undefined)
}

/** Tells everything below that the thread is only played back: no one can be answered. */
export function provideReplay(): void {
  provide(isReplayKey, true)
}

/** Whether the thread around is only played back. */
export function useIsReplay(): boolean {
  return inject(isReplayKey, false)
}

/** Tells everything below whether the reader is anywhere but at the end: then nothing folds by itself. */
export function provideIsReading(isReading: () => boolean): void {
  provide(isReadingKey, isReading)
}

/** Whether the reader of the thread around is away from its end. */
export function useIsReading(): () => boolean {
  return inject(isReadingKey, () => () => false, true)
}
