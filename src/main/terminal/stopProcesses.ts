import { setTimeout as wait } from 'node:timers/promises'
import { ownedProcesses } from './ownedProcesses'

const checkEveryMs = 40

/**
 * Ends a terminal's command and all that it started: SIGTERM to all, SIGKILL to what is left after `graceMs`.
 * Answers when nothing is left, at the latest half a second after the grace.
 */
export async function stopProcesses({ pid, token, isRunning, graceMs }: {
  /** The command's process, leader of its session and of its first group. */
  pid: number
  token: string
  isRunning: () => boolean
  graceMs: number
}): Promise<void> {
  const deadline = performance.now() + graceMs
  if (!signalAll('SIGTERM'))
    return
  for (let pauseMs = 5; performance.now() < deadline; pauseMs = Math.min(pauseMs * 2, checkEveryMs)) {
    await wait(pauseMs)
    if (isGone())
      return
  }
  // Several passes: a process may have been started by another while this one looked.
  for (let pass = 0; pass < 10 && !isGone(); pass++) {
    signalAll('SIGKILL')
    await wait(checkEveryMs)
  }

  function left(): number[] {
    return ownedProcesses({ sessionId: isRunning() ? pid : undefined, token })
  }

  function isGone(): boolean {
    return !isRunning() && left().length === 0
  }

  function signalAll(name: 'SIGTERM' | 'SIGKILL'): boolean {
    const found = left()
    // The group too, in one step: what is started between looking and signalling is in it.
    const targets = isRunning() ? [-pid, ...found] : found
    for (const target of targets) {
      send(target, name)
      send(target, 'SIGCONT') // a stopped process would take SIGTERM only when it goes on
    }
    return targets.length > 0
  }
}

function send(target: number, name: 'SIGTERM' | 'SIGKILL' | 'SIGCONT'): void {
  try {
    process.kill(target, name)
  }
  catch {
    // It has ended already, which is what is wanted.
  }
}
