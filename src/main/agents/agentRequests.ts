import type { Report } from '../system/report'
import type { ClientCapabilities } from './agentDefinition'
import {
  type ClientApp,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  type KillTerminalRequest,
  methods,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  type ReleaseTerminalRequest,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type TerminalOutputRequest,
  type TerminalOutputResponse,
  type WaitForTerminalExitRequest,
  type WaitForTerminalExitResponse,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import * as parse from './decode/agentRequestParams'
import { LargeAnswers, ThrottledNotices } from './wire/wireLimits'

/** What comes with each request. */
export interface AgentRequestContext {
  /** Aborted when the agent withdraws the request or is gone. */
  readonly signal: AbortSignal
  /** Makes an answer that may be large once the agent has read the answers before it. */
  readonly largeAnswer: <T>(make: () => Promise<T>) => Promise<T>
}

/**
 * Answers an agent's requests for one session. An SDK `RequestError` goes out as it is, a `HostError` as -32603 with
 * its message.
 */
export interface SessionRequests {
  requestPermission(params: RequestPermissionRequest, context: AgentRequestContext): Promise<RequestPermissionResponse>
  readTextFile(params: ReadTextFileRequest, context: AgentRequestContext): Promise<ReadTextFileResponse>
  writeTextFile(params: WriteTextFileRequest, context: AgentRequestContext): Promise<void>
  createTerminal(params: CreateTerminalRequest, context: AgentRequestContext): Promise<CreateTerminalResponse>
  terminalOutput(params: TerminalOutputRequest, context: AgentRequestContext): Promise<TerminalOutputResponse>
  waitForTerminalExit(params: WaitForTerminalExitRequest, context: AgentRequestContext): Promise<WaitForTerminalExitResponse>
  killTerminal(params: KillTerminalRequest, context: AgentRequestContext): Promise<void>
  releaseTerminal(params: ReleaseTerminalRequest, context: AgentRequestContext): Promise<void>
  createElicitation(params: CreateElicitationRequest, context: AgentRequestContext): Promise<CreateElicitationResponse>
  /** The person finished a web form that an elicitation had opened. */
  completeElicitation(elicitationId: string): void
}

// A person answers slowly and commands run long, so many requests may be open; a flood is refused, not queued.
const maxOpenRequests = 1_000

interface AgentRequestsOptions {
  readonly app: ClientApp
  readonly sessions: RequestSessions
  readonly offers: ClientCapabilities
  readonly isInitialized: () => boolean
  /** Resolves once the agent has read the answers that were written to it. */
  readonly room: () => Promise<void>
  readonly onNotice: (notice: string) => void
  readonly report: Report
}

/** Finds what answers a request. */
interface RequestSessions {
  requestsFor(sessionId: string | undefined): SessionRequests
  completeElicitation(elicitationId: string): void
}

/** Registers everything that is offered; the SDK answers -32601 to the rest. */
export function registerAgentRequests(options: AgentRequestsOptions): void {
  const { app, sessions, offers } = options
  const serve = serveWith(options)
  const { fs, session, terminal, elicitation } = methods.client
  serve(session.requestPermission, parse.permissionRequest, (requests, ...asked) => requests.requestPermission(...asked))
  if (offers.readTextFile)
    serve(fs.readTextFile, parse.readTextFileRequest, (requests, ...asked) => requests.readTextFile(...asked))
  if (offers.writeTextFile)
    serve(fs.writeTextFile, parse.writeTextFileRequest, (requests, ...asked) => requests.writeTextFile(...asked))
  if (offers.terminal) {
    serve(terminal.create, parse.createTerminalRequest, (requests, ...asked) => requests.createTerminal(...asked))
    serve(terminal.output, parse.terminalRequest, (requests, ...asked) => requests.terminalOutput(...asked))
    serve(terminal.waitForExit, parse.terminalRequest, (requests, ...asked) => requests.waitForTerminalExit(...asked))
    // Older agents use the name of the SDK's constant on the wire, and some of them then look for an older answer.
    serve('terminal/waitForExit', parse.terminalRequest, async (requests, ...asked) =>
      olderExitAnswer(await requests.waitForTerminalExit(...asked)))
    serve(terminal.kill, parse.terminalRequest, (requests, ...asked) => requests.killTerminal(...asked))
    serve(terminal.release, parse.terminalRequest, (requests, ...asked) => requests.releaseTerminal(...asked))
  }
  if (offers.elicitation) {
    serve(elicitation.create, parse.elicitationRequest, (requests, ...asked) => requests.createElicitation(...asked))
    app.onNotification(elicitation.complete, parse.elicitationComplete, ({ params }) => {
      if (params !== undefined)
        sessions.completeElicitation(params.elicitationId)
    })
  }
}

/** Registers one method: `answer` gets its checked parameters, and the client of the session that they name. */
type Serve = <P extends object, R>(
  method: string,
  parser: (params: unknown) => P,
  answer: (requests: SessionRequests, params: P, context: AgentRequestContext) => Promise<R>,
) => void

/** All methods share one limit of open requests. */
function serveWith({ app, sessions, isInitialized, room, onNotice, report }: AgentRequestsOptions): Serve {
  let open = 0
  const notices = new ThrottledNotices(onNotice)
  const largeAnswers = new LargeAnswers(room)
  const largeAnswer = <T>(make: () => Promise<T>): Promise<T> => largeAnswers.make(make)
  return (method, parser, answer) => {
    app.onRequest(method, parser, async ({ params, signal }) => {
      if (!isInitialized())
        throw RequestError.invalidRequest(undefined, 'initialize has not been answered yet')
      if (open >= maxOpenRequests) {
        notices.add('requests', `The agent asked for more than ${maxOpenRequests} things at once; what is above that is refused.`)
        throw new RequestError(-32603, 'Too many requests at once')
      }
      open++
      try {
        return (await answer(sessions.requestsFor(sessionIdIn(params)), params, { signal, largeAnswer })) ?? {}
      }
      catch (error) {
        throw toRequestError(error, { signal, method, report })
      }
      finally {
        open--
      }
    })
  }
}

/** An elicitation during a sign-in names no session. */
function sessionIdIn(params: object): string | undefined {
  return 'sessionId' in params && typeof params.sessionId === 'string' ? params.sessionId : undefined
}

/**
 * What an agent is told of a failure: our own words, never those of an unexpected error, which may hold paths or
 * secrets.
 */
function toRequestError(error: unknown, { signal, method, report }: { signal: AbortSignal, method: string, report: Report }): unknown {
  if (error instanceof RequestError)
    return error
  if (error instanceof HostError)
    return new RequestError(-32603, error.message)
  if (signal.aborted)
    return RequestError.requestCancelled()
  report(error, `answering ${method}`)
  return RequestError.internalError()
}

/** How a command ended, in the fields of today's protocol and of an older draft. */
type OlderExitAnswer = WaitForTerminalExitResponse & {
  readonly exitStatus: { readonly type: 'exited', readonly code: number } | { readonly type: 'killed' }
}

/**
 * The answer to `terminal/waitForExit`, the older name of `terminal/wait_for_exit`. Agents that miss `exitStatus` in it
 * consider the terminal broken, and some run the command a second time themselves.
 */
function olderExitAnswer(exit: WaitForTerminalExitResponse): OlderExitAnswer {
  return {
    ...exit,
    exitStatus: typeof exit.exitCode === 'number' && !exit.signal ? { type: 'exited', code: exit.exitCode } : { type: 'killed' },
  }
}
