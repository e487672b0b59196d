import type { AgentListing } from '../../../../shared/contract/agentListing'
import { newThreadWords as words } from '../words'

/** Whether the agent can be started, perhaps for a sign-in first. */
export function canRun({ state }: AgentListing): boolean {
  return state === 'ready' || state === 'needs sign-in'
}

/** Whether it has to be installed first. */
export function canInstall({ state, command }: AgentListing): boolean {
  return state === 'needs install' && command === ''
}

/** Whether Start can do anything, including retrying. */
export function canStart(agent: AgentListing): boolean {
  return agent.command !== '' || canInstall(agent)
}

/** Label of Start. */
export function startWord(agent: AgentListing | undefined): string {
  if (agent && canInstall(agent))
    return words.installAndStart
  return agent?.state === 'needs sign-in' ? words.signInAndStart : words.start
}

/** What Start does, or why it cannot. */
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
