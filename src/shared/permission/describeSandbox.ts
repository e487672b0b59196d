import type { PermissionEvent } from '../thread/events'
import { gradeWords, runsInSandbox } from './grade'

/** Whether the command of a question runs in a sandbox, and what that means, in words. */
export function describeSandbox(
  request: Pick<PermissionEvent, 'from' | 'subject' | 'sandbox' | 'runsCommands'>,
): string | undefined {
  const { from, subject, sandbox } = request
  if (runsInSandbox(request))
    return gradeWords('sandbox', { who: '', limits: subject?.kind === 'command' ? subject.sandbox : sandbox })
  if (subject?.kind === 'command')
    return 'No sandbox: it can do whatever you can.'
  return from === 'agent' && sandbox
    ? 'In the sandbox only if Parley runs it for the agent; a command that the agent runs by itself is outside.'
    : undefined
}
