import type { AgentListing } from '../../../../shared/contract/agentListing'
import { newThreadWords as words } from '../words'

/** Whether the agent's process can be started, at least to sign in. */
export function canRun({ state }: AgentListing): boolean {
  return state === 'ready' || state === 'needs sign-in'
}

/** Whether Parley can install the agent, which is not installed yet. */
export function canInstall({ state, command }: AgentListing): boolean {
  return state === 'needs install' && command === ''
}

/** Whether Start is enabled, including for agents whose last start failed. */
export function canStart(agent: AgentListing): boolean {
  return agent.command !== '' || canInstall(agent)
}

/** Label of the Start button. */
export function getStartLabel(agent: AgentListing | undefined): string {
  if (agent && canInstall(agent))
    return words.installAndStart
  return agent?.state === 'needs sign-in' ? words.signInAndStart : words.start
}

/** Describes what the person trusts by starting the agent. */
export function getTrusted(agent: AgentListing | undefined): 'command' | 'address' {
  return agent?.address ? 'address' : 'command'
}

/** Describes what Start does, or why it is disabled. */
export function describeStart({ agent, folderName, isTrusted }: {
  readonly agent: AgentListing | undefined
  /** `undefined` without a folder. */
  readonly folderName: string | undefined
  readonly isTrusted: boolean | undefined
}): string {
  if (!agent || !canStart(agent))
    return agent?.why ?? words.nothingToStart
  if (canInstall(agent))
    return [agent.why, words.trustInstalled].filter(Boolean).join(' ')
  const what = getTrusted(agent)
  return isTrusted === false && folderName ? words.notTrusted(what, folderName) : words.trust(what)
}
