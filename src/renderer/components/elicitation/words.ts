/** Strings of agents' questions with a form or an address. */
export const elicitationWords = {
  formName: (agentName: string) => `Question from ${agentName}`,
  asks: (agentName: string) => `${agentName} asks`,
  unsupported: (kind: string) => `This kind of question (${kind}) is not supported.`,
  showAll: 'Show all of it before you submit it.',
  review: 'What will be sent',
  yes: 'Yes',
  no: 'No',
  nothing: 'Nothing',
  submit: 'Submit',
  open: 'Open',
  openHint: 'Open it in your browser',
  decline: 'Decline',
  declineHint: 'Refuse to answer; the agent continues',
  cancel: 'Cancel',
  cancelHint: 'Leave the question unanswered; the agent may stop',

  choose: 'Choose…',
  none: 'None',
  noAnswer: 'No answer',
  preview: (choice: string) => `Preview of “${choice}”`,

  wantsOpened: 'The agent wants this opened:',
  opensOutside: 'Opens in your browser, outside Parley:',
  unusual: (warnings: readonly string[]) =>
    `This address is unusual. ${warnings.join(' ')} Open it only if you expected it.`,
  notOpened: (warnings: readonly string[]) => `This address is not opened. ${warnings.join(' ')} Decline, or copy it.`,
  copyAddress: 'Copy address',
}

/** Warnings about an address. */
export const addressWarnings = {
  unreadable: 'It isn’t a valid address.',
  notEncrypted: 'It is not encrypted.',
  notWeb: (protocol: string) => `It is not a web address (${protocol}).`,
  lookalike: 'Its name uses letters that look like others.',
  credentials: 'The part before the @ isn’t the site it leads to.',
  number: 'It is a number, not a name.',
}

/** Errors of fields. */
export const fieldErrors = {
  missing: 'Fill this in.',
  unsupported: 'It is required, but this kind of question is not supported. Decline instead.',
  tooShort: (least: number) => `At least ${least} characters.`,
  tooLong: (most: number, length: number) => `At most ${most} characters; these are ${length}.`,
  pattern: (pattern: string) => `It must match the pattern ${pattern}`,
  email: 'An e-mail address, such as name@example.org.',
  uri: 'A complete address, such as https://example.org.',
  date: 'A date, such as 2026-11-30.',
  dateTime: 'A date and time, such as 2026-11-30T14:00:00Z.',
  number: 'A number.',
  integer: 'A whole number.',
  tooSmall: (least: number) => `At least ${least}.`,
  tooLarge: (most: number) => `At most ${most}.`,
  chooseOne: 'Choose one.',
  tooFewChoices: (least: number) => least === 1 ? 'Choose at least one.' : `Choose at least ${least}.`,
  tooManyChoices: (most: number) => `Choose at most ${most}.`,
}
