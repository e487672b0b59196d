import type { AgentListing } from '../../../../shared/contract/agentListing'
import { newThreadWords as words } from '../words'

/** Whether the agent runs when it is started, perhaps to sign in first. */
export function canRun({ state }: AgentListing): boolean {
  return state === 'ready' || state === 'needs sign-in'
}

/** Whether it has to be installed before anything of it can run. */
export function canInstall({ state, command }: AgentListing): boolean {
  return state === 'needs install' && command === ''
}

/** Whether there is something that Start can do: also try again what could not be found. */
export function canStart(agent: AgentListing): boolean {
  return agent.command !== '' || canInstall(agent)
}

/** What Start does with this agent. */
export function startWord(agent: AgentListing | undefined): string {
  if (agent && canInstall(agent))
    return words.installAndStart
  return agent?.state === 'needs sign-in' ? words.signInAndStart : words.start
}

/** What Start means, or why there is nothing to start. */
export function startMeaning({ agent, folderName, isTrusted }: {
  readonly agent: AgentListing | undefined
  /** Nothing for no folder. */
  readonly folderName: string | undefined
  readonly isTrusted: boolean | undefined
}): string {
  if (!agent || !canStart(agent))
    return agent?.why ?? words.nothingToStart
  if (canInstall(agent))
    return [agent.why, words.trustInstalled].filter(Boolean).join(' ')
  return isTrusted === false && folderName ? words.notTrusted(folderName) : words.trust
}
