import type { PermissionEvent, SandboxLimits } from '../thread/events'

/**
 * What an allow lets happen, of a command. `sandbox`: it holds only for runs that Parley itself starts in the sandbox.
 * `as_you`: it lets the agent run any code, whatever its words say. `plain`: only programs that run nothing and touch
 * nothing but their operands.
 */
export type Grade = 'sandbox' | 'as_you' | 'plain'

/** A grade in words, the same wherever an allow is asked for, listed or kept; a plain program needs none. */
export function gradeWords(grade: Grade | undefined, { who, limits }: { who: string, limits?: SandboxLimits }): string | undefined {
  switch (grade) {
    case 'sandbox': return limits?.network
      ? 'Runs in the sandbox: can change this folder and use the network, no keys.'
      : 'Runs in the sandbox: can change this folder, no network, no keys.'
    case 'as_you': return `Lets ${who} run any code as you.`
    case 'plain':
    case undefined: return undefined
  }
}

/**
 * Whether a question is about a command that Parley itself will start in the sandbox: an answer for the sandbox holds
 * for no other run.
 */
export function runsInSandbox(
  { from, subject, sandbox, runsCommands }: Pick<PermissionEvent, 'from' | 'subject' | 'sandbox' | 'runsCommands'>,
): boolean {
  return subject?.kind === 'command'
    ? subject.sandbox !== undefined
    : from === 'agent' && sandbox !== undefined && runsCommands === 'parley'
}
