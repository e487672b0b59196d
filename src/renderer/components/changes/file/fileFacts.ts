import type { ChangeTexts, FileFact } from '../../../../shared/changes/change'
import { lineEndsOf } from '../../../../shared/text/lineEnds'
import { visibleName } from '../../../text/visibleText'
import { changesWords } from '../words'

const words = changesWords.facts

/** What changed in a file besides what its lines show. */
export function factsOf({ facts = [], before, after }: Pick<ChangeTexts, 'facts' | 'before' | 'after'>): readonly string[] {
  const [old, now] = [lineEndsOf(before), lineEndsOf(after)]
  return [...facts.map(factWords), ...old && now && old !== now ? [words.lineEnds(old, now)] : []]
}

function factWords(fact: FileFact): string {
  if (fact.kind === 'mode')
    return words.mode(fact.before.toString(8), fact.after.toString(8))
  if (fact.kind === 'encoding')
    return words.encoding(fact.before, fact.after)
  const [before, after] = [fact.before, fact.after].map(target => target === undefined ? undefined : visibleName(target, 400))
  return words.link(before, after)
}
