import { stripVTControlCharacters } from 'node:util'
import { RequestError } from '@agentclientprotocol/sdk'
import { errorMessage, HostError } from '../../shared/errors'
import { isJsonObject } from '../../shared/text/jsonObject'
import { toOneLine } from '../../shared/text/shorten'
import { cutText } from './decode/cutText'

const authRequired = -32000
/** An agent's messages have no length limit; longer ones are cut before they are shown and stored. */
const maxMessageCharacters = 4_000
const maxDetailsCharacters = 64 * 1024
/** Maximum number of stderr lines to show with an error. */
const shownLines = 20
/** Maximum length of the quoted output of a program that does not speak ACP. */
const maxNoiseCharacters = 120

/** How an agent ended, and the last lines of its stderr. */
export interface AgentExit {
  /** `null` if a signal ended the process. */
  readonly code: number | null
  readonly signal: string | null
  readonly stderrTail: string
  /** Why it ended, if that explains more than the exit code. */
  readonly why?: string
  /** Set if the network failed, so that the agent may still be working. */
  readonly isBrokenOff?: true
}

/** For a process that is still running. */
const noExit = { code: null, signal: null }

/**
 * Turns an agent's error response into a `HostError` with its message, redacted by `redact`. Returns others unchanged.
 */
export function toHostError(thrown: unknown, redact: (text: string) => string = text => text): unknown {
  if (!(thrown instanceof RequestError))
    return thrown
  const error = new RequestError(
    thrown.code,
    redact(thrown.message),
    thrown.data === undefined ? undefined : JSON.parse(redact(JSON.stringify(thrown.data))),
  )
  if (error.code === authRequired)
    return new HostError('sign_in_needed', cutText(error.message, maxMessageCharacters), { cause: error })
  const details = isJsonObject(error.data) && typeof error.data.details === 'string' ? error.data.details : undefined
  const message = details !== undefined && details !== error.message ? `${error.message}: ${details}` : error.message
  return new HostError(
    'agent_failed',
    cutText(message, maxMessageCharacters) || `The agent answered with error ${error.code} and no words.`,
    { cause: error },
  )
}

/** The error for calls that are pending when the agent exits. */
export function createExitError(exit: AgentExit): HostError {
  const how = exit.signal !== null ? ` (${exit.signal})` : exit.code !== null ? ` (exit code ${exit.code})` : ''
  return new HostError('agent_exited', exit.why ?? `The agent stopped${how}.`, { cause: exit })
}

/** The sentence at the end of a turn during which the connection to a remote agent broke. */
export function describeTurnDisconnect(why: string): string {
  return `${why.replace(/\.$/, '')} in the middle of the turn. What it did since is not known here.`
}

/** Expandable details of an error: exit code and last stderr lines, or the data of the agent's error response. */
export function getErrorDetails(error: unknown): string | undefined {
  const cause = error instanceof HostError ? error.cause : error
  if (cause instanceof RequestError) {
    return [
      `Error ${cause.code}`,
      cause.data === undefined ? '' : cutText(JSON.stringify(cause.data, undefined, 2), maxDetailsCharacters),
    ]
      .filter(Boolean)
      .join('\n')
  }
  if (!isJsonObject(cause) || typeof cause.stderrTail !== 'string')
    return cause instanceof Error ? errorMessage(cause) : undefined
  const lines = [
    typeof cause.code === 'number' ? `Exit code ${cause.code}` : '',
    typeof cause.signal === 'string' ? `Signal ${cause.signal}` : '',
    takeLastLines(cause.stderrTail, shownLines),
  ]
  return lines.filter(Boolean).join('\n') || undefined
}

/** The last lines that were appended to a stderr tail between two readings. */
export function findAppendedLines(before: string, now: string): string {
  const added = now.startsWith(before) ? now.slice(before.length) : now
  return takeLastLines(added.trim(), shownLines)
}

function takeLastLines(text: string, count: number): string {
  return text.split('\n').slice(-count).join('\n')
}

/** Explains why `initialize` failed. `noise` is the first line of output that is not an ACP message. */
export function createInitializeError(
  error: unknown,
  { stderrTail, noise }: { stderrTail: string, noise: string },
): unknown {
  if (!(error instanceof HostError))
    return error
  const isExit = error.code === 'agent_exited'
  const printed = toOneLine(stripVTControlCharacters(noise).replaceAll(/\p{Cc}/gu, ' '), maxNoiseCharacters)
  const message = error.code === 'agent_failed' && error.cause instanceof RequestError
    ? createNotAnAgentError(error.message)
    : printed !== '' && (isExit || error.code === 'timeout')
      ? createNotAcpError(isExit ? error.message : 'The agent did not introduce itself.', printed)
      : error.message
  return new HostError(error.code, message, {
    cause: isExit ? error.cause : { ...noExit, stderrTail } satisfies AgentExit,
  })
}

const checkArguments = 'Check its command and arguments; many need "acp" or "--acp".'

/** For a program that rejects `initialize`: usually it is not an ACP agent, or an argument is missing. */
function createNotAnAgentError(words: string): string {
  return `This program does not answer as an agent of the Agent Client Protocol does. ${checkArguments} It said: ${words}`
}

/** For a program that prints text for a person. */
function createNotAcpError(how: string, printed: string): string {
  return `${how} It printed text that is not ACP: “${printed}”. Is its ACP mode switched on? ${checkArguments}`
}
