import type { SandboxDenial, SandboxedRun } from '../../../shared/settings/sandbox'

/** Strings of the dialog about the sandbox for commands. */
export const sandboxWords = {
  title: 'Sandbox for commands',
  appliesTo: 'Applies to all threads in this folder and below, starting with the next command:',
  appliesToScratch: 'Applies to all threads without a folder, starting with the next command.',
  noneAndNeeded: 'No commands run here: this machine has no sandbox.',
  none: 'This machine has no sandbox.',
  isOn: 'Run commands in a sandbox',
  effects: [
    'Commands can write only to the thread’s folders and to private temporary files.',
    'They can’t see keys, tokens, browser data or Parley’s own files, and can’t change what runs later, such as git hooks.',
    'Processes they start end with them.',
  ],
  network: 'Let them use the network',
  folders: 'Other folders that they may write to, one per line',
  foldersExample: '/home/you/.cache/some-tool',
  saveFolders: 'Save folders',
  limits: (agentName: string) => [
    `${agentName} itself is not in the sandbox, only the commands that Parley runs for it.`,
    'Programs with a sandbox of their own, such as browsers, may fail to start.',
  ].join(' '),
}

/** Describes probable denials of the sandbox, inferred from a command's output. */
export function describeDenial({ denied }: SandboxedRun): string | undefined {
  const parts = denialOrder.filter(denial => denied.includes(denial)).map(denial => denials[denial])
  if (parts.length === 0)
    return undefined
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0]
  return `The sandbox seems to have denied this command ${list}.`
}

/** Order of denials in the text. */
const denialOrder: readonly SandboxDenial[] = ['network', 'write', 'rights']

const denials: Readonly<Record<SandboxDenial, string>> = {
  write: 'writing outside the folders that it may write to',
  network: 'the network',
  rights: 'rights that no command in it gets, such as those of sudo',
}
