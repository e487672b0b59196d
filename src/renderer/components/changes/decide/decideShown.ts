import type { FileChange } from '../../../../shared/changes/change'
import type { Author } from '../changeAuthors'
import type { Deciding, Decision } from './useDeciding'

/** Decides about the chosen files; about all of the author's where there are more than can be shown (`isAll`). */
export function decideShown(deciding: Pick<Deciding, 'decideAll' | 'decideRest'>, { act, chosen, isAll, author }: {
  act: Decision
  chosen: readonly FileChange[]
  isAll: boolean
  author: Author
}): Promise<void> {
  if (!isAll)
    return deciding.decideAll(act, chosen)
  return deciding.decideRest(act, author === 'everyone' ? undefined : author)
}
