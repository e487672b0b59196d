/** Strings of the sign-in. */
export const signInWords = {
  title: 'Sign-in',
  needed: (agentName: string) => `${agentName} needs a sign-in.`,
  failed: 'Sign-in failed:',
  retry: 'Retry',
  copyDetails: 'Copy details',
  copied: 'Copied',
  inBrowser: 'Waiting for the browser…',
  inTerminal: 'Waiting for the sign-in in the terminal…',
  done: 'I have signed in',
  doneHint: 'If the sign-in doesn’t finish by itself: stops it and restarts the agent',
  cancel: 'Cancel sign-in',

  signInByKey: 'Save and sign in',
  keepsKey: 'Stored with Parley’s secrets and passed to this agent only; remove it in the agent’s settings',

  ways: 'Ways to sign in',
  noWays: 'It can’t sign in here. Sign in with its own command in a terminal, then try again.',
  signInWith: (method: string) => `Sign in: ${method}`,
  ownCommand: 'Runs the agent’s own command in a terminal here, with',
  command: 'Runs in a terminal here:',
  unknownWay: (type: string) =>
    `Parley does not know this way of signing in (${type}). Follow the agent’s instructions, then try again.`,

  notSent: 'You’re signed in. Your message hasn’t been sent yet.',
  send: 'Send it now',
  notNow: 'Not now',

  signOutOf: (agentName: string) => `Sign out of ${agentName}`,
  signOutFirst: {
    name: 'Sign out',
    question: (agentName: string) => `Sign out of ${agentName}?`,
    rest: 'All its threads will ask you to sign in before they continue. Nothing is lost.',
    cancel: 'Stay signed in',
    confirm: 'Sign out',
  },
  signOutFailed: 'Couldn’t sign out',
}
