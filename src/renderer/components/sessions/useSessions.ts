import type { ListedSession, SessionPage } from '../../../shared/contract/methods/agentMethods'
import { computed, shallowRef } from 'vue'
import { errorMessage, HostError } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { rankMatches } from '../../text/match'

/** A request for an agent's sessions, with the command and folder that the person saw. */
interface SessionQuestion {
  readonly agentId: string
  readonly folder: string
  readonly command: string
  readonly inAllFolders: boolean
}

/** Why the last request failed. */
export interface SessionsProblem {
  readonly message: string
  readonly code?: HostError['code']
}

interface Answered {
  readonly question: SessionQuestion
  readonly pages: readonly SessionPage[]
  /** Cursors of the requested pages. */
  readonly cursors: readonly string[]
}

/**
 * An agent's sessions, page by page. A later request makes the response to an earlier one obsolete. Long because its
 * functions share the latest request.
 */
export function useSessions() {
  const { host } = useHost()
  const answered = shallowRef<Answered>()
  const isAsking = shallowRef(false)
  const problem = shallowRef<SessionsProblem>()
  /** Cursor of the next page. Ignores a repeated cursor, which would loop. */
  const nextCursor = computed(() => {
    const cursor = answered.value?.pages.at(-1)?.nextCursor
    return cursor === undefined || answered.value?.cursors.includes(cursor) ? undefined : cursor
  })
  let asked = 0
  let lastAttempt: () => Promise<void> = () => Promise.resolve()

  async function attempt(
    question: SessionQuestion,
    before?: { readonly answered: Answered, readonly cursor: string },
  ): Promise<void> {
    const mine = ++asked
    lastAttempt = () => attempt(question, before)
    isAsking.value = true
    problem.value = undefined
    try {
      const page = await host.listSessions({ ...question, cursor: before?.cursor })
      if (mine === asked) {
        answered.value = {
          question,
          pages: [...(before?.answered.pages ?? []), page],
          cursors: before ? [...before.answered.cursors, before.cursor] : [],
        }
      }
    }
    catch (error) {
      if (mine === asked)
        problem.value = { message: errorMessage(error), code: error instanceof HostError ? error.code : undefined }
    }
    if (mine === asked)
      isAsking.value = false
  }

  async function ask(question: SessionQuestion): Promise<void> {
    answered.value = undefined
    await attempt(question)
  }

  async function more(): Promise<void> {
    const now = answered.value
    const cursor = nextCursor.value
    if (now && cursor !== undefined && !isAsking.value)
      await attempt(now.question, { answered: now, cursor })
  }

  /** Removes a deleted session. */
  function forget(sessionId: string): void {
    if (answered.value) {
      answered.value = {
        ...answered.value,
        pages: answered.value.pages.map(page => ({
          ...page,
          sessions: page.sessions.filter(session => session.sessionId !== sessionId),
        })),
      }
    }
  }

  return {
    /** The request and its response. */
    question: computed(() => answered.value?.question),
    rows: computed(() => answered.value && mergePages(answered.value.pages.map(({ sessions }) => sessions))),
    can: computed(() => answered.value?.pages.at(-1)),
    isMore: computed(() => nextCursor.value !== undefined),
    /** Whether the agent listed more than is shown. */
    isCut: computed(() => answered.value?.pages.some(page => page.isCut) === true),
    isAsking,
    problem,
    ask,
    more,
    forget,
    retry: () => lastAttempt(),
  }
}

/**
 * Merges pages without duplicates, latest sessions first. Sessions without a time are last, in the agent's order.
 */
function mergePages(pages: readonly (readonly ListedSession[])[]): ListedSession[] {
  const byId = new Map(pages.flat().map(session => [session.sessionId, session]))
  return [...byId.values()].sort((one, other) => (other.updatedAt ?? 0) - (one.updatedAt ?? 0))
}

/** Returns the sessions whose title or folder matches `search`, best first. */
export function filterSessions(rows: readonly ListedSession[], search: string): readonly ListedSession[] {
  return rankMatches(rows, search, ({ title = '', folder }) => `${title} ${folder}`)
}
