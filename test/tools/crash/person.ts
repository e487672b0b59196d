import type { HostConnection } from '../../../src/shared/rpc'
import type { Transcript } from '../../../src/shared/thread/transcript'
import { setTimeout as pause } from 'node:timers/promises'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { openPermissions } from '../../../src/shared/thread/selectors'

/** Requests that the host acknowledged, by thread. */
export interface Acknowledged {
  readonly prompts: Set<string>
  /** By the request's id. */
  readonly answers: Map<string, string>
  /** Whether deletion was requested, and acknowledged. */
  deletion?: 'asked' | 'acknowledged'
}

export function nothingAcknowledged(): Acknowledged {
  return { prompts: new Set(), answers: new Map() }
}

/**
 * Sends prompts in one thread and answers questions, until the host exits. `onAcknowledged` is called at each
 * acknowledgement.
 */
export async function talk({ connection: { host, on, closed }, threadId, acknowledged, name, onAcknowledged }: {
  connection: HostConnection & { readonly closed: Promise<void> }
  threadId: string
  acknowledged: Acknowledged
  /** Makes the prompts of this round unique. */
  name: string
  onAcknowledged: () => void
}): Promise<void> {
  const answered = new Set<string>()
  let transcript: Transcript | undefined
  let onTurnEnd = (): void => undefined
  const look = (now: Transcript): void => {
    transcript = now
    for (const { request: { requestId, options } } of openPermissions(now).filter(({ request }) => !answered.has(request.requestId))) {
      answered.add(requestId)
      const { optionId } = options[Math.floor(Math.random() * options.length)]!
      host.answerPermission({ threadId, requestId, optionId }).then(() => {
        acknowledged.answers.set(requestId, optionId)
        onAcknowledged()
      }, ignoreEnd)
    }
  }
  on('threadEvents', (payload) => {
    if (payload.threadId !== threadId || !transcript)
      return
    look(reduce(transcript, payload.events))
    if (payload.events.some(({ type }) => type === 'turnEnd'))
      onTurnEnd()
  })
  try {
    look(await host.openThread({ threadId }))
    for (let count = 0; ; count++) {
      const text = `prompt ${name}.${count} of ${threadId}`
      const ended = new Promise<void>(resolve => onTurnEnd = resolve)
      await host.sendPrompt({ threadId, content: [{ type: 'text', text }] })
      acknowledged.prompts.add(text)
      onAcknowledged()
      if (await Promise.race([ended, closed.then(() => 'closed')]) === 'closed')
        return
      await pause(Math.random() * 10)
    }
  }
  catch (error) {
    ignoreEnd(error)
  }
}

/** Ignores errors that the end of the host causes. */
export function ignoreEnd(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'closed'))
    throw error
}
