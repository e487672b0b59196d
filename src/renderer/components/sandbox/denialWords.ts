import type { SandboxDenial, SandboxedRun } from '../../../shared/settings/sandbox'

/** What a sandbox seems to have denied a command, and what would allow it. A guess from its output, and said as one. */
export function denialWords({ denied }: SandboxedRun): string | undefined {
  return denied.length > 0
    ? `The sandbox seems to have denied this command ${list(order.filter(denial => denied.includes(denial)).map(denial => words[denial]))}`
    : undefined
}

/** The longest last, so that none reads as a part of another. */
const order: readonly SandboxDenial[] = ['network', 'write', 'rights']

const words: Readonly<Record<SandboxDenial, string>> = {
  write: 'writing outside the folders that it may write to',
  network: 'the network',
  rights: 'rights that nothing in it gets, such as those of sudo',
}

function list(parts: readonly string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.` : `${parts[0]}.`
}
