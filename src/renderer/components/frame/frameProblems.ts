import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { type Problems, provideProblems } from '../../composables/useProblems'
import { explainsError } from '../thread/explainsError'

/** The window's problems. A thread says itself why its agent stopped: here stands only what failed for that. */
export function provideFrameProblems(threads: () => readonly ThreadSummary[]): Problems {
  return provideProblems({ isExplained: error => threads().some(thread => explainsError(thread, error)) })
}
