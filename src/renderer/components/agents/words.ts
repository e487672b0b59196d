import type { AgentListing, CatalogueStatus } from '../../../shared/contract/agentListing'
import type { AgentTestResult } from '../../../shared/settings/settings'
import { formatDate } from '../../text/format'
import { visibleName } from '../../text/visibleText'

/** Strings of the agent list and the chosen agent. */
export const agentWords = {
  list: 'Agent',
  actions: 'Actions for this agent',
  retry: 'Retry',
  groups: { settings: 'Yours', builtin: 'Built in', catalogue: 'Catalogue' },
  search: 'Search agents',
  none: 'No agents found.',
  noneMatches: (search: string) => `No agent matches “${search}”.`,
  showHidden: (count: number) => `Show hidden (${count})`,
  hiddenHint: 'Agents you hid, and catalogue agents that yours replace',
  leaveOutHidden: 'Hide hidden agents',
  more: (count: number) => count === 1 ? '1 more agent' : `${count} more agents`,
  fewer: 'Fewer agents',

  runsAs: 'Runs as you:',
  runsElsewhere: (host: string) => `Runs on ${host}, not on this machine:`,
  runsElsewhereWith: (host: string, headers: readonly string[]) => `Runs on ${host}, which gets ${headers.join(', ')}:`,
  runsAsWith: (variables: readonly string[]) => `Runs as you, with ${variables.join(', ')} set:`,
  runsAsWithMany: (count: number) => `Runs as you, with ${count} environment variables`,
  showVariables: '(show)',
  notes: 'Before it starts',

  state: ({ state, older }: AgentListing) => older ? `${state}, older` : state,
  older: ({ program, current }: NonNullable<AgentListing['older']>) => current
    ? `This is ${program}, the older program of ${visibleName(current.name)}. Switch to the current one to update.`
    : `This is ${program}, its older program. It runs until the current one is installed.`,
  switchTo: (name: string) => `Switch to ${name}`,
  add: 'Add an agent',
  edit: 'Edit',
  editAgent: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeAgent: (name: string) => `Remove ${name}`,
  askRemove: (name: string) => `Remove ${name}?`,
  aboutRemove: (name: string) => `Remove “${name}” from settings.json? Its threads stay but can’t continue without it.`,
  confirmRemove: 'Remove it',
  keep: 'Keep it',
  hide: 'Hide',
  hideAgent: (name: string) => `Hide ${name}`,
  hideHint: 'Hides it from this list',
  show: 'Unhide',
  showAgent: (name: string) => `Unhide ${name}`,
  settings: 'Agent settings',
  settingsHint: 'This agent’s defaults and capabilities',
  sessions: 'Earlier sessions',
  sessionsHint: 'Runs this command in this folder and lists its sessions',
}

/** Strings of an agent's installation. */
export const installWords = {
  title: (name: string) => `Installation of ${name}`,
  progress: (name: string) => `Installing ${name}`,
  cancel: 'Cancel',
  cancelling: 'Cancelling…',
  failed: (name: string, why: string) => `Couldn’t install ${name}. ${why}`,
  retry: 'Retry',
  install: 'Install',
  installAgent: (name: string) => `Install ${name}`,
  installHint: (version: string | undefined) => `Installs ${describeVersion(version)} into Parley’s own folder`,
  update: 'Update',
  updateAgent: (name: string) => `Update ${name}`,
  updateHint: (from: string, to: string) => `From ${from} to ${to}`,
  uninstall: 'Uninstall',
  uninstalling: 'Uninstalling…',
  uninstallAgent: (name: string) => `Uninstall ${name}`,
  uninstallHint: 'Removes what Parley installed',
}

/** Strings of the form for the person's own agents. */
export const agentFormWords = {
  add: 'Add an agent',
  edit: 'Edit agent',
  name: 'Name',
  nameMissing: 'Give the agent a name.',
  renamed: (formerName: string) => `Threads of “${formerName}” won’t find it under the new name.`,
  runs: 'Runs',
  runsHere: 'On this machine, started by a command',
  runsElsewhere: 'On the network, at an address',
  url: 'Address',
  urlExample: 'wss://agents.example/acp',
  urlHint: 'Begins with wss:// or https://. Put tokens in headers, never in the address.',
  headersHint: 'Secrets are stored apart from settings.json, are only sent to this address and never shown again.',
  files: 'Its files are',
  filesThere: 'There, where the agent runs',
  filesHere: 'On this machine',
  filesThereHint: 'It uses its own tools there. You name a folder on that machine for each thread.',
  filesHereHint: 'Parley reads and writes files and runs commands for it here, and asks you as usual.',
  command: 'Command',
  commandExample: '/usr/local/bin/my-agent',
  commandHint: 'A program on PATH or its full path. You can paste a command line, or the JSON of another program’s settings.',
  commandMissing: 'Give the command that starts the agent.',
  commandIsJson: 'No agent was found in this JSON. Give the command that starts it.',
  args: 'Arguments',
  argsHint: 'One per line, without quotes.',
  env: 'Environment',
  envFormat: 'NAME=value',
  envHint: ', one per line; added to your own environment.',
  wrongVariable: (line: string) => `“${line}” is not of the form NAME=value.`,
  cannotShow: (settingsPath: string) =>
    `Its arguments or variables contain line breaks or are empty, which this form can’t show. Edit it in ${settingsPath}.`,
  keptIn: 'Saved in',
  save: 'Save',
}

/** Strings of the test of an agent in its form. */
export const agentTestWords = {
  test: 'Test this agent',
  hint: (command: string) => `Starts ${command} once to test it, with your rights.`,
  hintElsewhere: (url: string, headers: readonly string[]) =>
    `Connects to ${url} once to test it${headers.length === 0 ? '' : `, and sends ${headers.join(', ')}`}.`,
  answer: ({ name, version }: AgentTestResult & { isRight: true }) =>
    `Connected: ${name ? [name, version].filter(Boolean).join(' ') : 'an agent without a name'}`,
  signIns: (names: readonly string[]) => `Ways to sign in, if it asks: ${names.join(', ')}`,
}

/** Strings about the age of the catalogue. */
export function describeCatalogue({ asOf, failure, skipped }: CatalogueStatus): string {
  return [
    `Agent list from ${formatDate(asOf)}.`,
    ...failure === undefined ? [] : [`Couldn’t check for updates: ${failure}.`],
    ...skipped === 0 ? [] : [`This version cannot read ${skipped} of its entries.`],
  ].join(' ')
}

function describeVersion(version: string | undefined): string {
  return version === undefined ? 'it' : `version ${version}`
}
