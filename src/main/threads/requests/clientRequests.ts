import type { AgentRequestContext, AgentRequestHandlers } from '../../agents/agentRequests'
import type { ThreadParts } from '../threadParts'
import {
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  RequestError,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type TerminalOutputRequest,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import { HostError } from '../../../shared/errors'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { requestedLine } from '../../terminal/startLine'
import { FileError, fileErrorCode, outsideError } from '../../workspace/fileErrors'
import { readTextFile, writeTextFile } from '../../workspace/files/textFiles'
import { agentLimits } from '../log/limits'
import { answerPermissionRequest, faultOf } from '../permission/agentPermission'
import { approveCommand } from '../permission/approveCommand'
import { allowedFile, allowedFolder, coversWrite } from '../permission/fileAccess'
import { checkForm } from '../permission/request/offeredForm'
import { permissionQuestion } from '../permission/request/permissionQuestion'

/** Texts above this are not kept for a diff in the log. */
const maxDiffCharacters = 256 * 1024

/** Does what an agent asks of one thread, once it is allowed: permission, files, terminals, questions. */
export class ClientRequests implements Omit<AgentRequestHandlers, 'completeElicitation'> {
  readonly #thread: ThreadParts

  constructor(thread: ThreadParts) {
    this.#thread = thread
  }

  async requestPermission(request: RequestPermissionRequest, { signal }: AgentRequestContext): Promise<RequestPermissionResponse> {
    const fault = faultOf(this.#thread, request)
    if (fault !== undefined)
      throw RequestError.invalidParams(undefined, fault)
    const question = permissionQuestion(request)
    return question
      ? question.answer(await this.createElicitation(question.form, { signal }))
      : { outcome: await answerPermissionRequest(this.#thread, request, signal) }
  }

  async readTextFile(
    { path, line, limit }: ReadTextFileRequest,
    { signal, largeAnswer }: AgentRequestContext,
  ): Promise<ReadTextFileResponse> {
    return serveFile(async () => {
      const { location } = await allowedFile(this.#thread, { path, access: 'read' }, signal)
      return { content: await largeAnswer(() => readTextFile({ path, line, limit }, location)) }
    })
  }

  async writeTextFile({ path, content }: WriteTextFileRequest, { signal }: AgentRequestContext): Promise<void> {
    const { log } = this.#thread
    return serveFile(async () => {
      this.#needRoom()
      const { location, isDecided } = await allowedFile(this.#thread, { path, access: 'write', content }, signal)
      const { created, before } = await writeTextFile({ path, content }, location, this.#thread.unfinishedWrites)
      const fits = content.length + (before?.length ?? 0) <= maxDiffCharacters
      log.add({
        type: 'fileWrite',
        path,
        created,
        approved: isDecided || coversWrite(this.#thread, path, location),
        ...(fits ? { oldText: before, newText: content } : {}),
      })
    })
  }

  async createTerminal(params: CreateTerminalRequest, { signal }: AgentRequestContext): Promise<CreateTerminalResponse> {
    const { terminals, folder, sandbox, workspace } = this.#thread
    const shownSandbox = await sandbox.ensureReady() // before anyone is asked about a command that cannot run
    const { command, args = [], env = [] } = params
    const cwd = params.cwd ?? folder
    this.#needRoom()
    if (estimateBytes([command, args, env]) > agentLimits.commandBytes)
      throw RequestError.invalidParams(undefined, 'The command is longer than a system takes')
    const { realPath } = await serveFile(() => allowedFolder(this.#thread, cwd, signal))
    const approval = await approveCommand(this.#thread, { command, args, env, cwd, sandbox: shownSandbox }, signal)
    if (approval === 'denied')
      throw new RequestError(-32603, `Permission denied: ${requestedLine({ command, args })}`)
    // The person may have taken long to answer: the folder must still be the one that was asked about.
    const now = await workspace.locateFolder(cwd)
    if (now.kind === 'refused' || now.realPath !== realPath)
      throw new RequestError(-32602, outsideError().message)
    const sandboxed = await sandbox.prepare({ cwd: realPath, roots: workspace.roots })
    // Nor may the sandbox be gone that the answer was given for.
    if (shownSandbox && !sandboxed)
      throw new RequestError(-32603, `Permission denied: ${requestedLine({ command, args })}: its sandbox was switched off meanwhile`)
    return start(() =>
      terminals.create(
        { command, args, cwd: realPath, env, outputByteLimit: params.outputByteLimit, sandbox: sandboxed?.sandbox },
        approval,
        sandboxed?.ended,
      ),
    )
  }

  async terminalOutput({ terminalId }: TerminalOutputRequest, { largeAnswer }: AgentRequestContext): Promise<TerminalOutputResponse> {
    return largeAnswer(async () => serveTerminal(() => this.#thread.terminals.running.find(terminalId).output()))
  }

  async waitForTerminalExit({ terminalId }: TerminalOutputRequest): Promise<WaitForTerminalExitResponse> {
    return serveTerminal(() => this.#thread.terminals.running.find(terminalId).waitForExit())
  }

  async killTerminal({ terminalId }: TerminalOutputRequest): Promise<void> {
    await serveTerminal(() => this.#thread.terminals.running.find(terminalId).kill())
  }

  async releaseTerminal({ terminalId }: TerminalOutputRequest): Promise<void> {
    await serveTerminal(() => this.#thread.terminals.running.release(terminalId))
  }

  async createElicitation(
    params: CreateElicitationRequest,
    { signal }: Pick<AgentRequestContext, 'signal'>,
  ): Promise<CreateElicitationResponse> {
    // During a sign-in there is no turn, and no session is named.
    if ('sessionId' in params && typeof params.sessionId === 'string' && !this.#thread.isTurnOpen())
      return { action: 'cancel' }
    const fault = checkForm(params)
    if (fault !== undefined) {
      this.#thread.log.addNoticeOnce({ title: 'A question of the agent could not be shown', description: fault })
      throw RequestError.invalidParams(undefined, fault)
    }
    return this.#thread.permissions.questions.askElicitation(params, signal)
  }

  completeElicitation(elicitationId: string): void {
    this.#thread.permissions.questions.completeElicitation(elicitationId)
  }

  /** Everything that an agent does through Parley is told in the thread; when that is full, nothing more is done. */
  #needRoom(): void {
    if (!this.#thread.log.hasRoom())
      throw new HostError('busy', 'The thread keeps no more of this turn')
  }
}

/** The answer to a request for a session that no thread carries. */
export function sessionNotFound(sessionId: string | undefined): RequestError {
  return new RequestError(-32002, `Session ${sessionId ?? ''} not found`)
}

async function serveFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    throw error instanceof FileError ? new RequestError(fileErrorCode(error), error.message) : error
  }
}

function start<T>(work: () => T): T {
  try {
    return work()
  }
  catch (error) {
    throw error instanceof HostError ? new RequestError(-32603, error.message) : error
  }
}

async function serveTerminal<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    throw error instanceof HostError && error.code === 'not_found' ? new RequestError(-32002, error.message) : error
  }
}
