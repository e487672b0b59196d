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
import * as requestParams from './decode/agentRequestParams'
import { LargeAnswers, ThrottledNotices } from './wire/wireLimits'

export interface AgentRequestContext {
  /** Aborted when the agent cancels the request or exits. */
  readonly signal: AbortSignal
  /** Runs `make` for a possibly large response, after the agent has read the previous ones. */
  readonly largeAnswer: <T>(make: () => Promise<T>) => Promise<T>
}

/**
 * Handles an agent's requests for one session. A thrown SDK `RequestError` is sent unchanged; a `HostError` is sent as
 * -32603 with its message.
 */
export interface SessionRequests {
  requestPermission(params: RequestPermissionRequest, context: AgentRequestContext): Promise<RequestPermissionResponse>
  readTextFile(params: ReadTextFileRequest, context: AgentRequestContext): Promise<ReadTextFileResponse>
  writeTextFile(params: WriteTextFileRequest, context: AgentRequestContext): Promise<void>
  createTerminal(params: CreateTerminalRequest, context: AgentRequestContext): Promise<CreateTerminalResponse>
  terminalOutput(params: TerminalOutputRequest, context: AgentRequestContext): Promise<TerminalOutputResponse>
  waitForTerminalExit(
    params: WaitForTerminalExitRequest,
    context: AgentRequestContext,
  ): Promise<WaitForTerminalExitResponse>
  killTerminal(params: KillTerminalRequest, context: AgentRequestContext): Promise<void>
  releaseTerminal(params: ReleaseTerminalRequest, context: AgentRequestContext): Promise<void>
  createElicitation(params: CreateElicitationRequest, context: AgentRequestContext): Promise<CreateElicitationResponse>
  /** The person has completed the web form of a URL elicitation. */
  completeElicitation(elicitationId: string): void
}

// People answer slowly and commands may run long, so many requests may be open. A flood is rejected, not queued.
const maxOpenRequests = 1_000

interface AgentRequestsOptions {
  readonly app: ClientApp
  readonly sessions: RequestSessions
  readonly offers: ClientCapabilities
  readonly isInitialized: () => boolean
  /** Resolves once the agent has read the responses written so far. */
  readonly whenWritable: () => Promise<void>
  readonly onNotice: (notice: string) => void
  readonly report: Report
}

interface RequestSessions {
  requestsFor(sessionId: string | undefined): SessionRequests
  completeElicitation(elicitationId: string): void
}

/** Registers handlers for the enabled capabilities. The SDK answers -32601 to all other methods. */
export function registerAgentRequests(options: AgentRequestsOptions): void {
  const { app, sessions, offers } = options
  const serve = serveWith(options)
  const { fs, session, terminal, elicitation } = methods.client
  serve(
    session.requestPermission,
    requestParams.parsePermissionRequest,
    (requests, ...asked) => requests.requestPermission(...asked),
  )
  if (offers.readTextFile)
    serve(fs.readTextFile, requestParams.parseReadTextFileRequest, (requests, ...asked) => requests.readTextFile(...asked))
  if (offers.writeTextFile)
    serve(fs.writeTextFile, requestParams.parseWriteTextFileRequest, (requests, ...asked) => requests.writeTextFile(...asked))
  if (offers.terminal) {
    serve(terminal.create, requestParams.parseCreateTerminalRequest, (requests, ...asked) => requests.createTerminal(...asked))
    serve(terminal.output, requestParams.parseTerminalRequest, (requests, ...asked) => requests.terminalOutput(...asked))
    serve(
      terminal.waitForExit,
      requestParams.parseTerminalRequest,
      (requests, ...asked) => requests.waitForTerminalExit(...asked),
    )
    // Older agents send the name of the SDK's constant as the method, and some of them expect an older response.
    serve('terminal/waitForExit', requestParams.parseTerminalRequest, async (requests, ...asked) =>
      toOlderExitAnswer(await requests.waitForTerminalExit(...asked)))
    serve(terminal.kill, requestParams.parseTerminalRequest, (requests, ...asked) => requests.killTerminal(...asked))
    serve(terminal.release, requestParams.parseTerminalRequest, (requests, ...asked) => requests.releaseTerminal(...asked))
  }
  if (offers.elicitation) {
    serve(
      elicitation.create,
      requestParams.parseElicitationRequest,
      (requests, ...asked) => requests.createElicitation(...asked),
    )
    app.onNotification(elicitation.complete, requestParams.parseElicitationComplete, ({ params }) => {
      if (params !== undefined)
        sessions.completeElicitation(params.elicitationId)
    })
  }
}

/** Registers one method. `answer` gets the validated parameters and the handlers of their session. */
type Serve = <P extends object, R>(
  method: string,
  parser: (params: unknown) => P,
  answer: (requests: SessionRequests, params: P, context: AgentRequestContext) => Promise<R>,
) => void

/** Limits the open requests of all methods together. */
function serveWith({ app, sessions, isInitialized, whenWritable, onNotice, report }: AgentRequestsOptions): Serve {
  let open = 0
  const notices = new ThrottledNotices(onNotice)
  const largeAnswers = new LargeAnswers(whenWritable)
  const largeAnswer = <T>(make: () => Promise<T>): Promise<T> => largeAnswers.make(make)
  return (method, parser, answer) => {
    app.onRequest(method, parser, async ({ params, signal }) => {
      if (!isInitialized())
        throw RequestError.invalidRequest(undefined, 'initialize has not been answered yet')
      if (open >= maxOpenRequests) {
        notices.add(
          'requests',
          `The agent asked for more than ${maxOpenRequests} things at once; what is above that is refused.`,
        )
        throw new RequestError(-32603, 'Too many requests at once')
      }
      open++
      try {
        return (await answer(sessions.requestsFor(getSessionId(params)), params, { signal, largeAnswer })) ?? {}
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

/** An elicitation during a sign-in has no session id. */
function getSessionId(params: object): string | undefined {
  return 'sessionId' in params && typeof params.sessionId === 'string' ? params.sessionId : undefined
}

/** Never sends the message of an unexpected error to the agent, because it may contain paths or secrets. */
function toRequestError(
  error: unknown,
  { signal, method, report }: { signal: AbortSignal, method: string, report: Report },
): unknown {
  if (error instanceof RequestError)
    return error
  if (error instanceof HostError)
    return new RequestError(-32603, error.message)
  if (signal.aborted)
    return RequestError.requestCancelled()
  report(error, `answering ${method}`)
  return RequestError.internalError()
}

/** How a command exited, in the fields of the current protocol and of an older draft. */
type OlderExitAnswer = WaitForTerminalExitResponse & {
  readonly exitStatus: { readonly type: 'exited', readonly code: number } | { readonly type: 'killed' }
}

/**
 * The response to `terminal/waitForExit`, the older name of `terminal/wait_for_exit`. Without `exitStatus`, those
 * agents consider the terminal broken, and some run the command again themselves.
 */
function toOlderExitAnswer(exit: WaitForTerminalExitResponse): OlderExitAnswer {
  return {
    ...exit,
    exitStatus: typeof exit.exitCode === 'number' && !exit.signal
      ? { type: 'exited', code: exit.exitCode }
      : { type: 'killed' },
  }
}
