import type { CapabilityName, ExperimentName } from '../../../../shared/settings/agentSettings'

/** Strings of an agent's settings. */
export const agentSettingsWords = {
  unasked: {
    name: 'Act without asking',
    question: (mode: string) => `Start in “${mode}”?`,
    rest: 'In this mode the agent runs commands and edits files without asking, in every new thread.',
    cancel: 'Keep asking',
    confirm: 'Make it the default',
  },
  title: 'Agent settings',
  heading: (agentName: string | undefined) => agentName === undefined ? 'Agent settings' : `${agentName} settings`,

  defaults: 'Defaults',
  aboutDefaults: 'Used for new threads unless you change them there.',
  noDefaults: 'Run the agent once to see what it offers.',
  mode: 'Mode',
  agentsChoice: 'Agent’s default',
  on: 'On',
  off: 'Off',
  notOffered: (value: string) => `${value} (not offered)`,
  useAsDefault: (value: string) => `Use “${value}” as default`,
  useAsDefaultFor: (value: string, option: string) => `Use “${value}” as default for this agent: ${option}`,

  keys: 'Keys',
  forget: 'Forget',
  environment: 'Environment',
  variables: 'Environment variables',
  variablesExample: 'EXAMPLE_API_KEY=…',
  variablesFormat: 'NAME=value',
  aboutVariables: ', one per line: keys and addresses, added to your own environment. Changes apply from the agent’s next start.',
  wrongVariable: (line: string) => `“${line}” is not of the form NAME=value.`,
  variablesNotShown: 'Its variables contain line breaks, which can’t be edited here. Change them in settings.json.',
  saveVariables: 'Save variables',

  capabilities: 'What Parley offers this agent',
  aboutCapabilities: 'Changes apply from the agent’s next start.',
  experiments: 'Experimental',
  aboutExperiments: 'Not part of the protocol yet; may not work.',
  whenOff: (effect: string) => `Off: ${effect}`,
}

interface SwitchWords { readonly name: string, readonly on: string, readonly off: string }

/** Effects of each switch, on and off. */
export const capabilityWords: Readonly<Record<CapabilityName, SwitchWords>> = {
  fs: {
    name: 'Files',
    on: [
      'The agent reads and writes through Parley, which asks before anything outside the folder',
      'and before files that often hold secrets.',
    ].join(' '),
    off: 'The agent accesses files directly. Parley doesn’t ask, and shows only the changes that the agent reports.',
  },
  terminal: {
    name: 'Terminals',
    on: [
      'Commands run in Parley’s terminals, where Parley asks about them and you can watch, type and stop them.',
      'They run outside any sandbox of the agent’s own.',
    ].join(' '),
    off: 'The agent runs commands itself, in its own sandbox if it has one. Parley doesn’t ask about them.',
  },
  elicitation: {
    name: 'Questions',
    on: 'The agent may show you forms and web addresses to get an answer.',
    off: 'The agent asks in plain text, or continues without asking.',
  },
}

/** Added to the files switch if Parley withholds reading from the agent. */
export const readsByItself = 'This agent still reads by itself: it cannot handle the answer that a file does not exist.'

/** Effects of each experiment, on and off. */
export const experimentWords: Readonly<Record<ExperimentName, SwitchWords>> = {
  fork: {
    name: 'Fork threads',
    on: [
      'A thread’s menu offers to fork it, if the agent says that it can copy a session.',
      'This isn’t standardised yet.',
    ].join(' '),
    off: 'This agent’s threads can’t be forked.',
  },
}
