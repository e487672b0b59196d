import type { TakenBack } from '../../../../shared/changes/change'
import type { Transcript } from '../../../../shared/thread/transcript'
import { computed, inject, type InjectionKey, provide } from 'vue'

/** What became of a file of a turn. */
type TakenBackOf = (promptId: string | undefined, path: string | undefined) => TakenBack['act'] | undefined

const takenBackKey: InjectionKey<TakenBackOf> = Symbol('takenBack')

/** Tells the cards of all turns which of their files were taken back. */
export function provideTakenBack(transcript: () => Transcript): void {
  const all = computed(() => transcript().head.takenBack)
  const acts = computed(() => new Map(all.value?.map(({ promptId, path, act }) => [`${promptId} ${path}`, act])))
  provide(takenBackKey, (promptId, path) => acts.value.get(`${promptId} ${path}`))
}

/** What became of the turns' changes in the thread around. */
export function useTakenBack(): TakenBackOf {
  return inject(takenBackKey, () => () => undefined, true)
}
