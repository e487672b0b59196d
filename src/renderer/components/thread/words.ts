import type { LostChoice, UnaskedStart } from '../../../shared/thread/heldPrompt'
import type { Transcript } from '../../../shared/thread/transcript'
import { formatNumber } from '../../text/format'
import { visibleName, visibleText } from '../../text/visibleText'
import { scratchWords } from '../../words'

/** Strings of an open thread: header, menu, panel, problems and questions. */
export const threadWords = {
  opening: 'Opening…',
  notOpened: (why: string) => `Couldn’t open this thread: ${why}`,
  retry: 'Retry',
  dismiss: 'Dismiss',
  details: 'Details',

  empty: {
    line: (agent: string) => `No messages yet. Tell ${agent} what to do.`,
    suggestions: 'Messages to begin with',
  },

  continueInFolder: 'Continue in another folder…',
  failed: {
    loadEarlier: 'Couldn’t load earlier messages',
    answer: 'Couldn’t send the answer',
    readOnly: 'Read-only commands still ask',
    openAddress: 'Couldn’t open the address',
    fork: 'Couldn’t fork the thread',
    start: 'Couldn’t start the agent',
    copy: 'Couldn’t copy the details',
    runCommand: 'Couldn’t run the command',
    decline: 'Couldn’t close the question',
    choices: 'The message is still held',
    send: 'Couldn’t send the message',
    endCommand: 'Couldn’t stop the command',
    endAgent: 'Couldn’t stop the agent',
  },

  actions: {
    decisions: 'Decisions in this thread',
    agentLog: 'Agent log',
    togglePanel: 'Show or hide the panel',
    focusQuestion: 'Go to the open question',
    focusTerminal: 'Go to the running command',
  },

  limits: {
    context: (percent: number, command: string | undefined) =>
      `The context is ${percent} % full. `
      + `${command === undefined ? 'Continue' : `Send /${command} to shorten it, or continue`} in a new thread`
      + ' before the agent forgets or stops.',
    close: (percent: number, name: string | undefined, until: string | undefined) =>
      `${percent} % of ${getLimitName(name)} is used${until === undefined ? '' : `; it resets on ${until}`}.`,
    reached: (name: string | undefined, until: string | undefined) =>
      `You have reached ${getLimitName(name)}${until === undefined ? '' : `; it resets on ${until}`}.`
      + ' Another model or agent may still work.',
    dismiss: 'Dismiss',
  },

  context: {
    title: 'Context',
    percent: (percent: number) => `${percent} %`,
    used: (used: number, size: number) => `${formatNumber(used)} of ${formatNumber(size)} tokens`,
    added: (tokens: number, isOpen: boolean) =>
      `${formatNumber(tokens)} added by ${isOpen ? 'this turn so far' : 'the last turn'}`,
    compact: 'Compact',
  },

  header: {
    panel: 'Panel',
    panelHint: 'Show or hide the plan and what runs',
    showPanel: 'Show the panel',
    hidePanel: 'Hide the panel',
    on: (host: string) => `on ${host}`,
    branch: (name: string) => `Branch: ${name}`,
  },

  menu: {
    name: 'Thread menu',
    hint: 'Actions for this thread',
    log: 'Agent log',
    hideLog: 'Close the agent log',
    facts: 'About this thread',
    rename: 'Rename',
    renameThis: 'Rename this thread',
    archive: 'Archive',
    unarchive: 'Unarchive',
    copyMarkdown: 'Copy thread as Markdown',
    export: 'Export…',
    exportThis: 'Export this thread',
    archiveThis: 'Archive or unarchive this thread',
    delete: 'Delete',
    deleteThis: 'Delete this thread',
    signOut: (agent: string) => `Sign out of ${agent}…`,
    continue: 'Continue with another agent',
    sandbox: 'Sandbox for commands',
    fork: 'Fork thread',
    forkHint: 'Starts a new thread from here; this one stays as it is',
    experimental: 'experimental',
    experimentalHint: 'Experimental',
  },

  panel: {
    name: 'Details',
    column: 'panel',
    plan: 'Plan',
    log: 'Agent log',
    close: 'Close the panel',
    closeLog: 'Close the agent log',
    about: 'About this thread',
    agent: 'Agent',
    version: 'Version',
    versionOf: ({ agentName, agentVersion }: NonNullable<Transcript['head']['session']>) =>
      `${visibleName(agentName ?? '')} ${visibleName(agentVersion ?? '', 40)}`,
    folder: 'Folder',
    runsOn: 'Runs on',
    remote: (path: string) => `${path} on that machine`,
    scratch: `${scratchWords.name}: only for this thread, deleted with it.`,
    copyPath: 'Copy path',
    furtherFolder: 'And',
    unknownFolder: '(not known to the agent)',
    started: 'Started',
    session: 'Session',
  },

  plan: {
    progress: (done: number, total: number) => `Plan · ${done} of ${total}`,
    left: (done: number, total: number) => `Plan not finished · ${done} of ${total} done`,
  },

  activity: {
    notRunning: (agent: string) => `${agent} is no longer running. Start it again to continue.`,
    brokenOff: (agent: string) => `${agent} may still be at work. Nothing is sent again when you continue.`,
    continue: 'Continue',
    restart: 'Restart agent',
    copyDetails: 'Copy details',
    copied: 'Copied',
    stillStarting: (agent: string) => `${agent} is still starting.`,
    firstStart: 'The first start can take minutes while the agent downloads.',
    report: (agent: string, folder: string, activity: string) => [`Agent: ${agent}`, `Folder: ${folder}`, activity].join('\n'),
  },

  command: {
    changed: (agent: string) => `${agent}’s start command has changed since you trusted it.`,
    untrusted: (agent: string) => `You haven’t trusted ${agent}’s start command in this folder yet.`,
    yourRights: 'It runs with your rights.',
    nothingRuns: 'Nothing runs until you agree.',
    trusted: 'Trusted',
    now: 'Now',
    command: 'Command',
    variables: 'Environment variables',
    runNew: 'Run the new command',
    run: 'Run this command',
    runHint: 'Trusts this command in this folder',
    notNow: 'Not now',
    notNowHint: 'The agent stays off; your message is kept',
  },

  choices: {
    title: (agent: string) => `${agent} couldn’t apply the settings you chose for this thread.`,
    held: 'Your message has not been sent.',
    named: (value: string | undefined) => value === undefined ? 'unknown' : visibleName(value),
    line: ({ name, wanted, now, why }: LostChoice) =>
      `${visibleName(name)}: you chose “${visibleName(wanted)}”, ${
        now ? `the agent is in “${visibleName(now.name)}”.` : 'which the agent no longer offers.'
      }${why === undefined ? '' : ` It says: ${visibleText(why)}`}`,
    retry: 'Retry',
    goOn: (now: string) => `Continue in ${now}`,
    goOnHint: 'Sends the message and uses this for the thread',
    cancel: 'Cancel',
    cancelHint: 'Sends nothing; your message is kept',
  },

  unasked: {
    named: ({ configId, name, value, valueName }: UnaskedStart) =>
      `“${typeof value === 'boolean' && configId !== undefined ? visibleName(name) : visibleName(valueName)}”`,
    title: (agent: string, named: string) => `${agent} starts in ${named}.`,
    means: 'In this mode the agent runs commands and edits files without asking. Your message hasn’t been sent.',
    says: (agent: string) => `${agent} says:`,
    ask: ({ instead }: UnaskedStart) =>
      typeof instead?.value === 'boolean' ? 'Ask me' : `Ask me, in “${visibleName(instead?.name ?? '')}”`,
    askHint: 'Sends the message; the agent will start this way in this folder',
    allow: (named: string) => `Use ${named} in this folder`,
    allowHint: 'Sends the message; you won’t be asked again in this folder',
    cancel: 'Cancel',
    cancelHint: 'Sends nothing; your message is kept',
  },

  questions: {
    makeRule: 'Make a rule…',
    makeRuleHint: 'Opens the form for a rule; it allows nothing yet',
  },
} as const

/** Returns the name of a subscription's limit, given the agent's name for it. */
function getLimitName(name: string | undefined): string {
  const known: Readonly<Record<string, string>> = { five_hour: 'your 5-hour limit', seven_day: 'your weekly limit' }
  return name !== undefined && Object.hasOwn(known, name) ? known[name]! : 'your plan’s limit'
}
