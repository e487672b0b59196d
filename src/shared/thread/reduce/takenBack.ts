import type { TakenBack } from '../../changes/change'
import type { TakenBackEvent } from '../deedEvents'

/** Twice as many as the host tells of at once: those of turns that its ledgers have forgotten stay for a while. Some 200 KB. */
const maxTakenBack = 2_000

/** The files that were taken back, with these added or, where they are back, removed. */
export function withTakenBack(known: readonly TakenBack[] = [], { files }: TakenBackEvent): readonly TakenBack[] {
  const told = new Map<string, Map<string, TakenBack['act'] | undefined>>()
  for (const { promptId, path, act } of files)
    told.set(promptId, (told.get(promptId) ?? new Map<string, TakenBack['act'] | undefined>()).set(path, act))
  const fresh = [...told].flatMap(([promptId, acts]) => [...acts].flatMap(([path, act]) => act ? [{ promptId, path, act }] : []))
  return [...known.filter(({ promptId, path }) => !told.get(promptId)?.has(path)), ...fresh].slice(-maxTakenBack)
}
