import { computed, shallowRef } from 'vue'
import { HostError, messageOf } from '../../../shared/errors'
import type { HostConnection } from '../../../shared/rpc'
import type { ListedSession, SessionPage } from '../../../shared/sessionMethods'
import { sessionRows } from './sessionRows'

/** Whom the sessions are asked of, and with what before the person's eyes. */
export interface SessionQuestion {
  readonly agentId: string
  readonly folder: string
  readonly command: string
  readonly inAllFolders: boolean
}

interface Answered {
  readonly question: SessionQuestion
  readonly pages: readonly (readonly ListedSession[])[]
  /** What the last page said. */
  readonly last: SessionPage
}

/** An agent's sessions, page by page. A later question makes the answer to an earlier one of no interest. */
export function useSessions({ host }: HostConnection) {
  const answered = shallowRef<Answered>()
  const isAsking = shallowRef(false)
  const problem = shallowRef<{ readonly message: string, readonly code?: string }>()
  let asked = 0
  let lastAttempt: () => Promise<void> = () => Promise.resolve()

  async function attempt(question: SessionQuestion, before: readonly (readonly ListedSession[])[], cursor?: string): Promise<void> {
    const mine = ++asked
    lastAttempt = () => attempt(question, before, cursor)
    isAsking.value = true
    problem.value = undefined
    try {
      const page = await host.listSessions({ ...question, cursor })
      if (mine === asked)
        answered.value = { question, pages: [...before, page.sessions], last: page }
    }
    catch (error) {
      if (mine === asked)
        problem.value = { message: messageOf(error), code: error instanceof HostError ? error.code : undefined }
    }
    if (mine === asked)
      isAsking.value = false
  }

  async function ask(question: SessionQuestion): Promise<void> {
    answered.value = undefined
    await attempt(question, [])
  }

  async function more(): Promise<void> {
    const now = answered.value
    if (now?.last.nextCursor !== undefined && !isAsking.value)
      await attempt(now.question, now.pages, now.last.nextCursor)
  }

  /** Takes a session out that is gone. */
  function forget(sessionId: string): void {
    if (answered.value)
      answered.value = { ...answered.value, pages: answered.value.pages.map(page => page.filter(session => session.sessionId !== sessionId)) }
  }

  return {
    /** What was asked and answered. */
    question: computed(() => answered.value?.question),
    rows: computed(() => answered.value && sessionRows(answered.value.pages)),
    can: computed(() => answered.value?.last),
    isAsking, problem, ask, more, forget,
    retry: () => lastAttempt(),
  }
}
