/** What a thread's mode and options say, besides the agent's own words. */
export const optionWords = {
  title: 'Options',
  unconfirmedTitle: 'Options, not in force yet',
  unconfirmed: 'Not in force yet, and not confirmed: the agent is set as you chose before your next message goes',
  mode: 'Mode',
  modeHint: 'In the message box: next mode',
  nextMode: 'Next mode',
  choose: (option: string, value: string) => `${option}: ${value}`,
  search: (option: string) => `Search: ${option}`,
  none: 'Nothing matches.',
  more: (count: number) => `More options (${count})`,
  fewer: 'Fewer options',
  settings: 'Agent settings',
  settingsHint: 'Defaults of this agent, and what Parley offers it',
  settingsAction: 'Settings of this agent',
  notChanged: (option: string) => `${option} was not changed`,
  modeNotChanged: 'The mode was not changed',
}
