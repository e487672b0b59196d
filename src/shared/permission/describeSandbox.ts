import type { PermissionEvent, SandboxLimits } from '../thread/events'

/** Whether the command of a question runs in a sandbox, and what that means, in words. */
export function describeSandbox({ from, subject, sandbox }: Pick<PermissionEvent, 'from' | 'subject' | 'sandbox'>): string | undefined {
  if (subject?.kind === 'command')
    return subject.sandbox ? `Runs in the sandbox: ${limits(subject.sandbox)}.` : 'No sandbox: it can do whatever you can.'
  return from === 'agent' && sandbox
    ? `In the sandbox only if Parley runs it for the agent; a command that the agent runs by itself is outside. There ${limits(sandbox)}.`
    : undefined
}

function limits({ network }: SandboxLimits): string {
  return 'it can change the thread\'s folders and what you named, nothing else; your keys are out of its sight; '
    + `the network is ${network ? 'open to it' : 'closed'}`
}
