import type { LostChoice, UnaskedStart } from '../../../shared/thread/heldPrompt'
import type { Transcript } from '../../../shared/thread/transcript'
import { visibleName, visibleText } from '../../text/visibleText'
import { scratchWords } from '../../words'

/** What an open thread says: its header, menu and panel, its problems and its questions. */
export const threadWords = {
  opening: 'Opening…',
  notOpened: (why: string) => `This thread could not be opened: ${why}`,
  retry: 'Retry',
  dismiss: 'Dismiss',
  details: 'Details',

  empty: {
    line: (agent: string) => `Nothing said yet. Tell ${agent} what to do.`,
    suggestions: 'Messages to begin with',
  },

  failed: {
    loadEarlier: 'Earlier entries were not loaded',
    answer: 'The answer was not given',
    readOnly: 'Read-only commands still ask',
    openAddress: 'The address was not opened',
    fork: 'The thread was not forked',
    start: 'The agent did not start',
    copy: 'The details were not copied',
    runCommand: 'The command was not run',
    decline: 'The question was not closed',
    choices: 'The message is still held',
    send: 'The message was not sent',
    endCommand: 'The command was not ended',
    endAgent: 'The agent was not ended',
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
      `${percent} % of ${limitName(name)} is used${until === undefined ? '' : `; it resets on ${until}`}.`,
    reached: (name: string | undefined, until: string | undefined) =>
      `You have reached ${limitName(name)}${until === undefined ? '' : `; it resets on ${until}`}.`
      + ' Another model or agent may still work.',
    dismiss: 'Dismiss',
  },

  header: {
    panel: 'Panel',
    panelHint: 'Show or hide the plan and what runs',
    showPanel: 'Show the panel',
    hidePanel: 'Hide the panel',
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
    scratch: `${scratchWords.name}: lent to this thread alone, deleted with it.`,
    copyPath: 'Copy its path',
    furtherFolder: 'And',
    unknownFolder: '(the agent does not know it)',
    started: 'Started',
    session: 'Session',
  },

  plan: {
    progress: (done: number, total: number) => `Plan · ${done} of ${total}`,
    left: (done: number, total: number) => `Plan not finished · ${done} of ${total} done`,
  },

  activity: {
    notRunning: (agent: string) => `${agent} is no longer running. Start it again to continue.`,
    restart: 'Restart agent',
    copyDetails: 'Copy details',
    copied: 'Copied',
    stillStarting: (agent: string) => `${agent} is still starting.`,
    firstStart: 'The first start of an agent can take minutes while it is downloaded.',
    report: (agent: string, folder: string, activity: string) => [`Agent: ${agent}`, `Folder: ${folder}`, activity].join('\n'),
  },

  command: {
    changed: (agent: string) => `${agent} would start with another command than the one you trusted here.`,
    untrusted: (agent: string) => `The command that starts ${agent} has not been trusted in this folder yet.`,
    yourRights: 'It would run with your rights.',
    nothingRuns: 'Nothing runs until you agree.',
    trusted: 'Trusted',
    now: 'Now',
    command: 'Command',
    variables: 'Variables that it gets',
    runNew: 'Run the new command',
    run: 'Run this command',
    runHint: 'Trusts this command in this folder from now on',
    notNow: 'Not now',
    notNowHint: 'The agent stays off; your message is kept',
  },

  choices: {
    title: (agent: string) => `${agent} is not set as you chose in this thread.`,
    held: 'Your message has not been sent.',
    named: (value: string | undefined) => value === undefined ? 'unknown' : visibleName(value),
    line: ({ name, wanted, now, why }: LostChoice) =>
      `${visibleName(name)}: you chose “${visibleName(wanted)}”, ${
        now ? `the agent is in “${visibleName(now.name)}”.` : 'which the agent does not offer now.'
      }${why === undefined ? '' : ` It says: ${visibleText(why)}`}`,
    retry: 'Retry',
    goOn: (now: string) => `Continue in ${now}`,
    goOnHint: 'Sends the message; this is then what you chose for the thread',
    cancel: 'Cancel',
    cancelHint: 'Sends nothing; your message is kept',
  },

  unasked: {
    named: ({ configId, name, value, valueName }: UnaskedStart) =>
      `“${typeof value === 'boolean' && configId !== undefined ? visibleName(name) : visibleName(valueName)}”`,
    title: (agent: string, named: string) => `${agent} starts in ${named}.`,
    means: 'In it the agent runs commands and changes files without asking you. Your message has not been sent.',
    says: (agent: string) => `${agent} says:`,
    ask: ({ instead }: UnaskedStart) =>
      typeof instead?.value === 'boolean' ? 'Ask me' : `Ask me, in “${visibleName(instead?.name ?? '')}”`,
    askHint: 'Sends the message; in this folder the agent starts like that from now on',
    allow: (named: string) => `Use ${named} in this folder`,
    allowHint: 'Sends the message; you are not asked about this again in this folder',
    cancel: 'Cancel',
    cancelHint: 'Sends nothing; your message is kept',
  },

  questions: {
    makeRule: 'Make a rule…',
    makeRuleHint: 'Opens the form for a rule; it allows nothing yet',
  },
} as const

/** A limit of the agent's plan, by the agent's own name for it. */
function limitName(name: string | undefined): string {
  const known: Readonly<Record<string, string>> = { five_hour: 'your 5-hour limit', seven_day: 'your weekly limit' }
  return name !== undefined && Object.hasOwn(known, name) ? known[name]! : 'your plan’s limit'
}
