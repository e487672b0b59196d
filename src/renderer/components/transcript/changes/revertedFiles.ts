import type { RevertedFile } from '../../../../shared/changes/change'
import type { Transcript } from '../../../../shared/thread/transcript'
import { computed, inject, type InjectionKey, provide } from 'vue'

/** Fate of a turn's file. */
type RevertedFilesByTurn = (promptId: string | undefined, path: string | undefined) => RevertedFile['act'] | undefined

const revertedFilesKey: InjectionKey<RevertedFilesByTurn> = Symbol('takenBack')

/** Provides the cards of all turns with their reverted files. */
export function provideRevertedFiles(transcript: () => Transcript): void {
  const all = computed(() => transcript().head.takenBack)
  const acts = computed(() => new Map(all.value?.map(({ promptId, path, act }) => [`${promptId} ${path}`, act])))
  provide(revertedFilesKey, (promptId, path) => acts.value.get(`${promptId} ${path}`))
}

/** Reverted files of the enclosing thread. */
export function useRevertedFiles(): RevertedFilesByTurn {
  return inject(revertedFilesKey, () => () => undefined, true)
}
