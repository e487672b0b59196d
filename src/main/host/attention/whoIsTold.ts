import type { Look } from '../subscribers'

/**
 * Who is told of a thread's news. Nobody while somebody looks at the thread; the windows, in a line of their own, while one of them is in
 * front; else the system notifies too, wherever the person is.
 */
export function whoIsTold(threadId: string, looks: readonly Look[]): 'nobody' | 'windows' | 'system' {
  const inFront = looks.filter(({ isInFront }) => isInFront)
  if (inFront.some(look => look.threadId === threadId))
    return 'nobody'
  return inFront.length > 0 ? 'windows' : 'system'
}
