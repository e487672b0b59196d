import { stripVTControlCharacters } from 'node:util'
import { RequestError } from '@agentclientprotocol/sdk'
import { errorMessage, HostError } from '../../shared/errors'
import { isJsonObject } from '../../shared/text/jsonObject'
import { oneLine } from '../../shared/text/shorten'
import { cutText } from './decode/cutText'

const authRequired = -32000
/** An agent's messages may be of any length; this much of them is shown and stored. */
const maxMessageCharacters = 4_000
const maxDetailsCharacters = 64 * 1024
/** How many lines of an agent's log are shown with an error. */
const shownLines = 20
/** How many characters are shown of what a program prints that does not speak ACP. */
const maxNoiseCharacters = 120

/** How an agent's process ended, and the last lines of its log. */
export interface AgentExit {
  /** `null` for a process that a signal ended. */
  readonly code: number | null
  readonly signal: string | null
  readonly stderrTail: string
  /** Why Parley ended it, when that says more than how it ended. */
  readonly why?: string
}

/** Of a process that has not ended yet. */
const noExit = { code: null, signal: null }

/**
 * An agent's error response as a person sees it: its own message, redacted by `clean`. Other errors come back as they
 * are.
 */
export function toHostError(thrown: unknown, clean: (text: string) => string = text => text): unknown {
  if (!(thrown instanceof RequestError))
    return thrown
  const error = new RequestError(
    thrown.code,
    clean(thrown.message),
    thrown.data === undefined ? undefined : JSON.parse(clean(JSON.stringify(thrown.data))),
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

/** The error of everything that still waits for an agent that has ended. */
export function agentExited(exit: AgentExit): HostError {
  const how = exit.signal !== null ? ` (${exit.signal})` : exit.code !== null ? ` (exit code ${exit.code})` : ''
  return new HostError('agent_exited', exit.why ?? `The agent stopped${how}.`, { cause: exit })
}

/**
 * What can be shown on demand under an error: exit code and last log lines, or the data that the agent sent with it.
 */
export function errorDetails(error: unknown): string | undefined {
  const cause = error instanceof HostError ? error.cause : error
  if (cause instanceof RequestError) {
    return [`Error ${cause.code}`, cause.data === undefined ? '' : cutText(JSON.stringify(cause.data, undefined, 2), maxDetailsCharacters)]
      .filter(Boolean)
      .join('\n')
  }
  if (!isJsonObject(cause) || typeof cause.stderrTail !== 'string')
    return cause instanceof Error ? errorMessage(cause) : undefined
  const lines = [
    typeof cause.code === 'number' ? `Exit code ${cause.code}` : '',
    typeof cause.signal === 'string' ? `Signal ${cause.signal}` : '',
    lastLines(cause.stderrTail, shownLines),
  ]
  return lines.filter(Boolean).join('\n') || undefined
}

/** The last lines that were added to an agent's log, of which only the end is kept. */
export function newLines(before: string, now: string): string {
  const added = now.startsWith(before) ? now.slice(before.length) : now
  return lastLines(added.trim(), shownLines)
}

function lastLines(text: string, count: number): string {
  return text.split('\n').slice(-count).join('\n')
}

/**
 * Why an agent did not introduce itself, with the last lines of its log; `noise` is what it printed first that is no
 * message of ACP.
 */
export function notGreeted(error: unknown, { stderrTail, noise }: { stderrTail: string, noise: string }): unknown {
  if (!(error instanceof HostError))
    return error
  const isExit = error.code === 'agent_exited'
  const printed = oneLine(stripVTControlCharacters(noise).replaceAll(/\p{Cc}/gu, ' '), maxNoiseCharacters)
  const message = error.code === 'agent_failed' && error.cause instanceof RequestError
    ? notAnAgent(error.message)
    : printed !== '' && (isExit || error.code === 'timeout')
      ? notAcp(isExit ? error.message : 'The agent did not introduce itself.', printed)
      : error.message
  return new HostError(error.code, message, { cause: isExit ? error.cause : { ...noExit, stderrTail } satisfies AgentExit })
}

const checkArguments = 'Check its command and arguments; many need "acp" or "--acp".'

/** For a program that refuses `initialize`: most often it is not an ACP agent, or lacks an argument. */
function notAnAgent(words: string): string {
  return `This program does not answer as an agent of the Agent Client Protocol does. ${checkArguments} It said: ${words}`
}

/** For a program that talks to a person instead. */
function notAcp(how: string, printed: string): string {
  return `${how} It printed text that is not ACP: “${printed}”. Is its ACP mode switched on? ${checkArguments}`
}
