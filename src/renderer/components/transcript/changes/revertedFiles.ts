import type { RevertedFile } from '../../../../shared/changes/change'
import type { Transcript } from '../../../../shared/thread/transcript'
import { computed, inject, type InjectionKey, provide } from 'vue'

/** What became of a file of a turn. */
type RevertedFilesByTurn = (promptId: string | undefined, path: string | undefined) => RevertedFile['act'] | undefined

const revertedFilesKey: InjectionKey<RevertedFilesByTurn> = Symbol('takenBack')

/** Tells the cards of all turns which of their files were undone. */
export function provideRevertedFiles(transcript: () => Transcript): void {
  const all = computed(() => transcript().head.takenBack)
  const acts = computed(() => new Map(all.value?.map(({ promptId, path, act }) => [`${promptId} ${path}`, act])))
  provide(revertedFilesKey, (promptId, path) => acts.value.get(`${promptId} ${path}`))
}

/** What became of the turns' changes in the thread around. */
export function useRevertedFiles(): RevertedFilesByTurn {
  return inject(revertedFilesKey, () => () => undefined, true)
}
