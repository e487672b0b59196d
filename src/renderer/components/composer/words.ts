import { formatNumber } from '../../text/format'

/** Strings of the composer. */
export const composerWords = {
  title: 'Composer',
  message: 'Message',
  placeholder: (agentName: string) => `Message ${agentName}, @ to mention, / for commands`,
  messageHint: 'Enter sends, Shift+Enter starts a new line',
  focusMessage: 'Write a message',
  attach: 'Attach',
  attachHint: 'Attach a file; you can also paste or drop it',
  attachAction: 'Attach a file',
  send: 'Send',
  sendHint: 'Send (Enter)',
  sending: 'Sending…',
  sendingList: 'Messages being sent',
  sendFailed: 'Couldn’t send the message',
  queue: 'Queue',
  queueHint: 'Queue (Enter): sends it when the turn ends',
  queueFailed: 'Couldn’t queue the message',

  cancelEdit: 'Cancel',

  stop: 'Stop',
  stopHint: 'Ask the agent to stop',
  stopAction: 'Stop the agent',
  stopFailed: 'Couldn’t ask the agent to stop',
  forceStop: 'Force stop',
  forceStopHint: 'The agent was asked to stop. This ends its process; the next message starts it again',
  forceStopFailed: 'Couldn’t stop the agent',
}

/** Strings for an agent's state. */
export const stateWords = {
  title: 'Agent state',
  asleep: 'Sleeping: wakes when you send',
  starting: {
    process: 'Starting…',
    initialize: 'Starting: waiting for the agent',
    session: 'Starting: opening the session',
    options: 'Starting: applying your settings',
  },
  ready: 'Ready',
  waiting: 'Waiting for you',
  commandChanged: 'Waiting for you: approve its new command',
  choicesLost: 'Waiting for you: your message is held',
  signInNeeded: 'Waiting for you: sign-in needed',
  signingIn: 'Signing in…',
  working: 'Working',
  toolRunning: 'Running a tool',
  inTurn: (duration: string) => `· ${duration} in this turn`,
  silent: 'Model silent',
  silentFor: (duration: string) => `for ${duration}`,
  cancelling: 'Stopping…',
  stopped: 'Stopped',
  unreachable: 'Not connected to Parley',
}

/** Strings for context use and cost. */
export const usageWords = {
  contextUsed: 'Context used',
  context: (used: number, size: number) => `Context: ${formatNumber(used)} of ${formatNumber(size)} tokens`,
  percent: (percent: number) => `${percent} %`,
  cost: (cost: string) => `This thread has cost ${cost} so far`,
}
