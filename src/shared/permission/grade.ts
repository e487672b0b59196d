import type { PermissionEvent, SandboxLimits } from '../thread/events'

/**
 * What allowing a command permits. `sandbox`: applies only to runs that Parley itself starts in the sandbox. `as_you`:
 * the agent can run any code, whatever the command line says. `plain`: only programs that execute nothing else and
 * touch nothing but their operands.
 */
export type Grade = 'sandbox' | 'as_you' | 'plain'

/** Describes a grade in the same way wherever an allow is requested, listed or stored. `plain` needs no description. */
export function describeGrade(
  grade: Grade | undefined,
  { who, limits }: { who: string, limits?: SandboxLimits },
): string | undefined {
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
 * Whether Parley itself will start the command in the sandbox. An answer for the sandbox does not apply to other runs.
 */
export function runsInSandbox(
  { from, subject, sandbox, runsCommands }: Pick<PermissionEvent, 'from' | 'subject' | 'sandbox' | 'runsCommands'>,
): boolean {
  return subject?.kind === 'command'
    ? subject.sandbox !== undefined
    : from === 'agent' && sandbox !== undefined && runsCommands === 'parley'
}
