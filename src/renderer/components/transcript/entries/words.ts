import type { CompactionEntry, UnaskedActions } from '../../../../shared/thread/transcript'
import { formatDateTime, formatDuration, formatNumber, formatTime } from '../../../text/format'
import { readableLine } from '../../../text/readableText'
import { visibleName } from '../../../text/visibleText'

/** Strings of transcript entries, by kind. */
export const entryWords = {
  oldRule: { keep: 'Keep', edit: 'Edit', remove: 'Remove', kept: 'The rule stays.', removed: 'The rule is removed.' },
  oldAnswer: {
    keep: 'Keep',
    edit: 'Edit',
    remove: 'Remove',
    kept: 'The answer stays.',
    removed: 'The answer is removed.',
  },
  details: 'Details',
  waiting: 'Waiting for you',
  notAnsweredYet: 'Not answered at this point',

  /** Accessible names of entries. */
  names: {
    'user': 'You',
    'agent': 'Agent',
    'thought': 'Thought',
    'tool': 'Tool call',
    'plan': 'Plan of the turn',
    'permission': 'Permission',
    'elicitation': 'Question',
    'notice': 'Notice',
    'turn-end': 'End of turn',
  },
  tool: (title: string) => `Tool call: ${title}`,

  thought: {
    streaming: 'Thinking',
    done: 'Thought',
    took: (durationMs: number) => `Thought for ${formatDuration(durationMs)}`,
  },

  plan: (done: number, total: number) => `Plan: ${done} of ${total}`,

  compaction: {
    keeps: 'What it keeps',
    status: (status: CompactionEntry['status']) => {
      switch (status) {
        case 'in_progress': return 'Compacting the context…'
        case 'completed': return 'Context compacted'
        case 'failed': return 'Context not compacted'
        case 'cancelled': return 'Compacting the context was cancelled'
        default: return `Compacting the context: ${readableLine(status, 80)}`
      }
    },
  },

  origin: {
    from: {
      fork: 'Fork of',
      branch: 'Branched from',
      transcript: 'Continues',
      branched: 'You edited a message above in',
    },
    copied: {
      fork: ': everything above is a copy',
      branch: '. The agent starts fresh and gets the messages above as a transcript',
      transcript: '',
      branched: '',
    },
    newFolder: '. Its files stay in its own scratch folder; this thread has an empty one',
  },

  user: {
    edit: 'Edit and resend',
    copy: 'Copy message',
    steered: 'Sent mid-turn',
    editHint: 'Continues from here in a new thread; this one stays as it is',
    message: 'Edit message',
    send: 'Send',
  },

  unknown: {
    title: 'The agent sent something this version doesn’t know:',
    update: 'Update as it came',
  },

  permission: {
    parleyAsked: 'Parley asked',
    agentAsked: 'The agent asked',
    showRule: 'Show rule',
    waiting: 'Waiting for you below',
    command: 'Run a command',
    path: {
      read: 'Read outside the workspace',
      write: 'Write outside the workspace',
      cwd: 'Run a command outside the workspace',
    },
    protectedFile: { read: 'Read a protected file', write: 'Change a protected file' },
    toolCall: 'A tool call',
    cancelled: {
      person: 'You cancelled it',
      rule: 'Cancelled by a rule',
      agent: 'Withdrawn by the agent',
      turn: 'Cancelled with the turn',
    },
    chosen: {
      person: (option: string) => `You chose: ${option}`,
      rule: (option: string) => `Answered by a rule: ${option}`,
      agent: (option: string) => `Answered by the agent: ${option}`,
      turn: (option: string) => `Answered with the turn: ${option}`,
    },
    forThread: { chosen: 'You allowed commands for this thread', covered: 'Allowed for this thread' },
    forThreadInSandbox: 'You allowed commands for this thread, in the sandbox',
    /** Answers in the header of the question's subject. */
    mark: {
      open: 'Waiting for you',
      withdrawn: 'Question withdrawn',
      cancelled: 'Not answered',
      allowedByRule: 'Allowed by a rule',
      deniedByRule: 'Denied by a rule',
      readOnly: 'Only reads',
      thread: 'Allowed for this thread',
      answered: 'Answered',
      rejected: (what: string) => `You rejected this ${what}`,
      kind: {
        allow_once: 'Allowed once',
        allow_always: 'Allowed always',
      } as Readonly<Record<string, string>>, // unknown kinds are not described
      own: {
        allow_thread: 'Allowed for this thread',
        allow_thread_in_sandbox: 'Allowed for this thread, in the sandbox',
        allow_folder: 'Always allowed in this folder',
        deny: 'Denied',
        deny_all: 'Denied for the turn',
      } as Readonly<Record<string, string>>, // others are named by their kind
    },
    readOnly: 'Allowed: read-only commands run unasked',
    allowedByRule: (rule: string) => `Allowed by rule: ${rule}`,
    deniedByRule: (rule: string) => `Denied by rule: ${rule}`,
  },

  elicitation: {
    waiting: 'A question waits for you below',
    yes: 'Yes',
    no: 'No',
    finished: 'Finished in the browser',
    opened: 'Opened in the browser; the agent hasn’t confirmed that it is finished',
    answered: 'Answered',
    declined: 'Declined',
    cancelled: {
      person: 'You cancelled it',
      rule: 'Cancelled',
      agent: 'Withdrawn by the agent',
      turn: 'Cancelled with the turn',
    },
  },

  unasked: ({ changes, commands, reads = 0, mode, always }: UnaskedActions) => {
    const read = reads === 0 ? [] : [`${describeCommands(reads)} without asking: read-only commands run unasked`]
    if (changes + commands === 0)
      return read.join('')
    const changed = changes === 1 ? '1 change made' : `${changes} changes made`
    const what = [...changes > 0 ? [changed] : [], ...commands > 0 ? [describeCommands(commands)] : []].join(' and ')
    const reason = always === undefined ? mode && `“${visibleName(mode)}” mode` : `you chose “${visibleName(always)}”`
    const why = reason === undefined ? '' : ` (${reason})`
    return [`${what} without asking${why}`, ...read].join('; ')
  },
  stillRunning: {
    still: 'still running:',
    unnamed: 'a command of the agent',
    end: 'End',
    endHint: 'Ends this command and everything it started',
    endAgent: 'End the agent',
    endAgentHint: 'The agent runs this command. Ends the agent and everything it runs; the next message restarts it',
  },
  turnEnd: {
    done: 'Done',
    cancelled: 'Stopped',
    tokenLimit: 'The answer reached the model’s token limit and was cut off',
    requestLimit: 'The agent reached its limit of model requests for one turn',
    refused: 'The agent refused. It won’t remember this message.',
    failed: 'The turn failed',
    empty: 'Ended without an answer',
    log: 'What it wrote to its log',
    fault: {
      'context': 'The conversation is too long for the model',
      'quota': 'The model’s account has no quota or credit left',
      'rate-limit': 'The model gets too many requests',
      'sign-in': 'Sign-in or API key was rejected',
      'model': 'The model is not available',
      'server': 'The model’s server failed',
    },
    help: {
      'context': 'Compact the conversation, choose a model with a larger context, or start a new thread.',
      'quota': 'Add credit, or choose another model or agent.',
      'rate-limit': 'Wait a moment, then retry.',
      'sign-in': 'Sign in to the agent again, or correct its key in the agent’s settings. Then retry.',
      'model': 'Choose another model.',
      'server': 'This usually passes. Retry in a moment, or choose another model.',
    },
    waitUntil: (at: number, waitMs: number) =>
      `Retry after ${(waitMs < 12 * 3_600_000 ? formatTime : formatDateTime)(at + waitMs)}.`,
    copyAnswer: 'Copy answer',
    copyTurn: 'Copy turn',
    tokens: (count: number) => `${formatNumber(count)} tokens in context`,
    continue: 'Continue',
    continueHint: 'Asks the agent to continue where it stopped',
    continueMessage: 'Continue where you stopped.',
    retry: 'Retry',
    retryHint: 'Sends the same message again, with its attachments',
    compact: 'Compact',
    elsewhere: 'Continue with another agent',
    other: (reason: string) => `The turn ended: ${reason}`,
  },
} as const

function describeCommands(commands: number): string {
  return commands === 1 ? '1 command run' : `${commands} commands run`
}
