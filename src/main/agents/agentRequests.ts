import type { Report } from '../system/report'
import type { ClientOffers } from './agentDefinition'
import {
  type ClientApp,
  type CompleteElicitationNotification,
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
import { olderExitAnswer } from './decode/olderExitAnswer'
import { LargeAnswers } from './wire/largeAnswers'
import { SparseNotices } from './wire/sparseNotices'

/** Whom a request comes from, and the signal that the agent withdrew it or is gone. */
export interface AgentRequestContext {
  readonly signal: AbortSignal
  /** Session ids are unique within one connection only. */
  readonly connectionId: string
  /** Makes an answer that may be large when the agent has read what is due to it. */
  readonly largeAnswer: <T>(make: () => Promise<T>) => Promise<T>
}

/** Serves what an agent asks. An SDK `RequestError` goes out as it is, a `HostError` as -32603 with its message. */
export interface AgentRequestHandlers {
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
  completeElicitation(params: CompleteElicitationNotification, connectionId: string): void
}

// A person answers slowly and commands run long, so many requests may be open; a flood is refused, not queued.
const maxOpenRequests = 1_000

/** Registers everything that is offered; the SDK answers -32601 to the rest. */
export function registerAgentRequests({ app, handlers, offers, connectionId, isInitialized, room, onNotice, report }: {
  app: ClientApp
  handlers: AgentRequestHandlers
  offers: ClientOffers
  connectionId: string
  isInitialized: () => boolean
  /** Once the agent has read what is due to it. */
  room: () => Promise<void>
  onNotice: (notice: string) => void
  report: Report
}): void {
  const open = { count: 0 }
  const notices = new SparseNotices(onNotice)
  const largeAnswers = new LargeAnswers(room)
  const largeAnswer = <T>(make: () => Promise<T>): Promise<T> => largeAnswers.make(make)
  const serve = <P, R>(
    method: string,
    parser: (params: unknown) => P,
    handler: (params: P, context: AgentRequestContext) => Promise<R>,
  ): void => {
    app.onRequest(method, parser, async ({ params, signal }) => {
      if (!isInitialized())
        throw RequestError.invalidRequest(undefined, 'initialize has not been answered yet')
      if (open.count >= maxOpenRequests) {
        notices.add('requests', `The agent asked for more than ${maxOpenRequests} things at once; what is above that is refused.`)
        throw new RequestError(-32603, 'Too many requests at once')
      }
      open.count++
      try {
        return (await handler(params, { signal, connectionId, largeAnswer })) ?? {}
      }
      catch (error) {
        throw toRequestError(error, { signal, method, report })
      }
      finally {
        open.count--
      }
    })
  }
  const { fs, session, terminal, elicitation } = methods.client
  serve(session.requestPermission, parse.permissionRequest, (params, context) => handlers.requestPermission(params, context))
  if (offers.readTextFile)
    serve(fs.readTextFile, parse.readTextFileRequest, (params, context) => handlers.readTextFile(params, context))
  if (offers.writeTextFile)
    serve(fs.writeTextFile, parse.writeTextFileRequest, (params, context) => handlers.writeTextFile(params, context))
  if (offers.terminal) {
    serve(terminal.create, parse.createTerminalRequest, (params, context) => handlers.createTerminal(params, context))
    serve(terminal.output, parse.terminalRequest, (params, context) => handlers.terminalOutput(params, context))
    serve(terminal.waitForExit, parse.terminalRequest, (params, context) => handlers.waitForTerminalExit(params, context))
    // Older agents use the name of the SDK's constant on the wire, and some of them then look for an older answer.
    serve('terminal/waitForExit', parse.terminalRequest, async (params, context) =>
      olderExitAnswer(await handlers.waitForTerminalExit(params, context)))
    serve(terminal.kill, parse.terminalRequest, (params, context) => handlers.killTerminal(params, context))
    serve(terminal.release, parse.terminalRequest, (params, context) => handlers.releaseTerminal(params, context))
  }
  if (offers.elicitation) {
    serve(elicitation.create, parse.elicitationRequest, (params, context) => handlers.createElicitation(params, context))
    app.onNotification(elicitation.complete, parse.elicitationComplete, ({ params }) => {
      if (params !== undefined)
        handlers.completeElicitation(params, connectionId)
    })
  }
}

/** What an agent is told of a failure: our own words, never those of an unexpected error, which may hold paths or secrets. */
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
