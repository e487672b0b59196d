/** What the sign-in of a thread's agent says. */
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
  doneHint: 'If the sign-in does not end by itself: stops it and starts the agent again',
  cancel: 'Cancel sign-in',

  signInByKey: 'Save and sign in',
  keepsKey: 'Kept with Parley’s other secrets and given to this agent alone; its settings can forget it',

  ways: 'Ways to sign in',
  noWays: 'It offers no way to sign in here. Sign in with its own command in a terminal, then try again.',
  signInWith: (method: string) => `Sign in: ${method}`,
  ownCommand: 'Runs the agent’s own command in a terminal here, with',
  command: 'Runs in a terminal here:',
  unknownWay: (type: string) => `Parley does not know this way of signing in (${type}). Follow the agent’s instructions, then try again.`,

  notSent: 'You are signed in. Your message has not been sent yet.',
  send: 'Send it now',
  notNow: 'Not now',

  signOutOf: (agentName: string) => `Sign out of ${agentName}`,
  signOutFirst: {
    name: 'Sign out',
    question: (agentName: string) => `Sign out of ${agentName}?`,
    rest: 'All of its threads will ask for a sign-in before they go on. Nothing in them is lost.',
    cancel: 'Stay signed in',
    confirm: 'Sign out',
  },
  signOutFailed: 'You were not signed out',
}
