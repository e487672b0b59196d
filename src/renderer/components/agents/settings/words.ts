import type { CapabilityName, ExperimentName } from '../../../../shared/settings/agentSettings'

interface SwitchWords { readonly name: string, readonly on: string, readonly off: string }

/** What each switch does, on and off, in words. */
export const capabilityWords: Readonly<Record<CapabilityName, SwitchWords>> = {
  fs: {
    name: 'Files',
    on: 'The agent reads and writes through Parley, which asks before anything outside the folder and before files that often hold secrets.',
    off: 'The agent uses files by itself. Parley neither asks nor shows what it wrote, beyond what the agent tells.',
  },
  terminal: {
    name: 'Terminals',
    on: 'Commands run in Parley’s terminals, where you can watch, type and stop them, and are asked about. They run outside of a sandbox that the agent may have.',
    off: 'The agent runs commands by itself, in its own sandbox where it has one. Parley does not ask about them.',
  },
  elicitation: {
    name: 'Questions',
    on: 'The agent may show you forms and web addresses that it wants an answer to.',
    off: 'The agent asks in plain text, or goes on without asking.',
  },
}

/** Said of files beside that, for an agent that reading is not offered to. */
export const readsByItself = 'This one reads by itself all the same: it cannot deal with the answer that a file is not there.'

/** What each experiment gives, on and off. */
export const experimentWords: Readonly<Record<ExperimentName, SwitchWords>> = {
  fork: {
    name: 'Fork threads',
    on: 'The menu of a thread offers to fork it, where the agent says that it can copy a session. The way to ask for that is not settled between agents yet.',
    off: 'Threads of this agent are not forked.',
  },
}
