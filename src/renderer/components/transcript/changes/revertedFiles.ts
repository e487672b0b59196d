import type { RevertedFile } from '../../../../shared/changes/change'
import type { Transcript } from '../../../../shared/thread/transcript'
import { computed, inject, type InjectionKey, provide } from 'vue'

/** Returns how a turn's file was reverted, if it was. */
type FindRevertedFile = (promptId: string | undefined, path: string | undefined) => RevertedFile['act'] | undefined

const revertedFilesKey: InjectionKey<FindRevertedFile> = Symbol('reverted')

/** Provides reverted files to descendants. */
export function provideRevertedFiles(transcript: () => Transcript): void {
  const all = computed(() => transcript().head.takenBack)
  const acts = computed(() => new Map(all.value?.map(({ promptId, path, act }) => [`${promptId} ${path}`, act])))
  provide(revertedFilesKey, (promptId, path) => acts.value.get(`${promptId} ${path}`))
}

/** Returns the lookup of reverted files in the enclosing thread. */
export function useRevertedFiles(): FindRevertedFile {
  return inject(revertedFilesKey, () => () => undefined, true)
}
