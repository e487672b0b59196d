import type { ReviewedFolder } from './reviewedFolder'
import { createRandom, pickBetween } from './randomTexts'

const steps = 16

/**
 * An agent in several turns, another agent and a person write their own lines into one file; parts of it are kept,
 * rejected, chosen, restored and undone, in all turns or some. Returns what went wrong: a line that was lost or
 * restored against its author's will.
 */
export function findReviewFaults(folder: ReviewedFolder, seed: number): string[] {
  const next = createRandom(seed)
  const random = (below: number): number => pickBetween(next, 0, below - 1)
  const history: string[] = []
  const faults: string[] = []
  /** Lines that someone overwrote: they may return. */
  const covered = new Set<string>()
  let [turns, written] = [0, 0]
  const lines = (): string[] => folder.text('f').split('\n').slice(0, -1)
  const write = (who: string): void => {
    const all = lines()
    const [at, line, replaces] = [random(all.length), `${who} ${++written}`, random(4) > 0]
    all.splice(at, replaces ? 1 : 0, line).forEach(old => covered.add(old))
    history.push(`${line} ${replaces ? 'replaces' : 'comes before'} line ${at + 1}`)
    folder.write('f', all.map(text => `${text}\n`).join(''))
  }
  folder.others(() => folder.write('f', Array.from({ length: 24 }, (_, place) => `old ${place}\n`).join('')))
  for (let step = 0; step < steps; step++) {
    const what = turns === 0 ? 0 : random(8)
    if (what < 2)
      folder.turn('A', `p${turns++}`, () => [...Array.from({ length: 1 + random(2) })].forEach(() => write(`agent${turns - 1}`)))
    else if (what === 2)
      folder.turn('B', `b${step}`, () => write('other'))
    else if (what < 5)
      folder.others(() => write('person'))
    else
      review()
  }
  return faults

  function review(): void {
    const turn = random(turns)
    const scope = random(3)
    const range = { threadId: 'A', ...scope > 0 && { from: `p${turn}` }, ...scope > 1 && { to: `p${turn}` } }
    const isReviewed = (line: string): boolean => {
      const of = Number(/^agent(\d+) /.exec(line)?.[1] ?? -1)
      return of >= 0 && (scope === 0 || (scope === 1 ? of >= turn : of === turn))
    }
    const [file] = folder.files(range)
    const before = lines()
    if (!file?.keys)
      return
    const path = folder.at('f')
    const { shared: [first] = [], past } = folder.review.read({ ...range, path })
    if (past)
      faults.push(formatFault('offers what it refuses', before))
    const act = random(5)
    let [isChoice, isUndone] = [false, false]
    if (act < 2 && first) {
      isChoice = true
      folder.decide('keep', 'f', { hunks: [first.hunks[0]!], version: act === 0 ? 'both' : 'others', range })
    }
    else if (act < 3) {
      const { done } = folder.decide('reject', 'f', { range })
      history.push(`reject in ${JSON.stringify(range)}: ${done}`)
      if (done > 0 && random(2) > 0) {
        folder.undo()
        isUndone = true
      }
    }
    else if (act === 3) {
      const { done } = folder.decide('keep', 'f', { range })
      history.push(`keep in ${JSON.stringify(range)}: ${done}`)
      if (done > 0 && scope === 0 && folder.files()[0]?.state !== 'kept')
        faults.push(formatFault('kept, and asked again', before))
    }
    else {
      folder.restore(`p${turn}`)
    }
    history.push(`${act} of ${JSON.stringify(range)}`)
    const now = lines()
    const isRestore = act === 4
    const mayGo = (line: string): boolean => /^(?:old|agent)/.test(line) && (isRestore || isChoice || isReviewed(line))
    const lost = before.filter(line => !now.includes(line) && !mayGo(line))
    const back = now.filter(line => !before.includes(line) && !line.startsWith('old') && !covered.has(line))
    if (lost.length > 0 || (back.length > 0 && !isChoice && !isRestore) || (isUndone && now.join() !== before.join()))
      faults.push(formatFault(`lost ${lost.join()}, back ${back.join()}`, before))
  }

  function formatFault(what: string, before: readonly string[]): string {
    return [what, ...history, before.join(', '), lines().join(', ')].join('\n')
  }
}
