/** What the card of running commands says. */
export const runningWords = {
  name: 'Running commands',
  title: 'Running',
  unnamed: 'A command of the agent',
  goTo: 'Shows its terminal',
  end: (command: string) => `End ${command}`,
  endHint: 'Ends this command and everything that it started',
  failed: 'The command was not ended',
} as const
