import type { FolderTurns } from './folderTurns'
import type { FolderLedger } from './threadLedgers'

/** Maximum delay of a prompt. Files that are not recorded by then are reported as a gap. */
const maxWaitMs = 2_000

const faultWords = {
  late: 'The folder was still being looked at when this turn began: '
    + 'what changed in its first seconds may be missing, or count as outside.',
  failed: 'The beginning of this turn could not be recorded: its changes may be missing.',
} as const

/** Gaps and faults of the scan before a prompt. */
export interface TurnStart {
  /** Gaps reported by the ledgers. */
  readonly gaps: readonly string[]
  /** Set if the ledgers responded too late, or failed. */
  readonly fault?: 'late' | 'failed'
}

/** Makes the ledgers scan and mark the start of a turn. Returns what is not recorded. Never rejects. */
export async function markTurnStart(
  turn: { readonly threadId: string, readonly promptId: string },
  all: readonly FolderLedger[],
  turns: FolderTurns,
): Promise<TurnStart> {
  const begun = Promise.all(all.map(({ ledger }) => ledger.beginTurn(turn)))
  const started = begun.then((answers): TurnStart => ({ gaps: answers.flatMap(({ gap }) => gap ?? []) }), (error: unknown): TurnStart => {
    turns.report(error, 'marking the start of a turn')
    return { gaps: [], fault: 'failed' }
  })
  return raceTimeout(maxWaitMs, started, { gaps: [], fault: 'late' })
}

/** Gaps at the start of a turn that no longer exist at its end (`gaps`). */
export function findTurnStartGaps(turnStart: TurnStart, gaps: readonly (string | undefined)[]): string[] {
  const before = [...new Set(turnStart.gaps)].filter(gap => !gaps.includes(gap))
  return [...turnStart.fault ? [faultWords[turnStart.fault]] : [], ...before.map(gap => `As the turn began: ${gap}`)]
}

/** The result of `work`, or `fallback` if it takes longer. */
export async function raceTimeout<T>(ms: number, work: Promise<T>, fallback: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>(resolve => timer = setTimeout(resolve, ms, fallback))
  const first = await Promise.race([late, work])
  clearTimeout(timer)
  return first
}
