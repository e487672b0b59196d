import type { CallPaths, Note, TurnEvidence } from '../../src/main/changes/evidence'
import { Evidence } from '../../src/main/changes/evidence'

/** A turn without evidence for its changes. */
export function turnOf(threadId: string, more: Partial<TurnEvidence> = {}): TurnEvidence {
  return { threadId, promptId: `${threadId}-1`, began: 0, named: new Map(), questions: [], isWaiting: false, ...more }
}

/** Sets the evidence given by a test. */
export class SetEvidence extends Evidence {
  turns: readonly TurnEvidence[] = []
  news: Partial<CallPaths> | undefined

  override turnsAt(): TurnEvidence[] {
    return [...this.turns]
  }

  override apply(note: Note, lookedAt?: number): CallPaths {
    return { ...super.apply(note, lookedAt), ...this.news }
  }
}
