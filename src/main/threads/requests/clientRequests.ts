import type { AgentDefinition } from '../../agents/agentDefinition'
import type { AgentRequestContext, SessionRequests } from '../../agents/agentRequests'
import type { UnfinishedWrites } from '../../workspace/files/unfinishedWrites'
import type { Workspace } from '../../workspace/workspace'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadPermissions } from '../permission/threadPermissions'
import type { CommandSandbox } from './commandSandbox'
import type { ThreadTerminals } from './threadTerminals'
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

/** Texts above this are not kept for a diff in the log. */
const maxDiffCharacters = 256 * 1024

/** What `ClientRequests` needs. */
export interface ClientRequestsOptions {
  /** The thread's. */
  readonly folder: string
  readonly log: ThreadLog
  readonly permissions: ThreadPermissions
  readonly terminals: ThreadTerminals
  /** What the agent may touch over this connection. */
  readonly workspace: Workspace
  /** How this agent asks, and who runs its commands. */
  readonly agent: Pick<AgentDefinition, 'asksInPermissions' | 'runsCommands'>
  readonly unfinishedWrites: UnfinishedWrites
  readonly sandbox: CommandSandbox
}

/** Does what an agent asks of one thread, once it is allowed: permission, files, terminals, questions. */
export class ClientRequests implements SessionRequests {
  readonly #options: ClientRequestsOptions

  constructor(options: ClientRequestsOptions) {
    this.#options = options
  }

  async requestPermission(request: RequestPermissionRequest, { signal }: AgentRequestContext): Promise<RequestPermissionResponse> {
    const { permissions, workspace, agent } = this.#options
    return serveQuestion(() => permissions.decideRequest(request, { workspace, signal, agent }))
  }

  async readTextFile(
    { path, line, limit }: ReadTextFileRequest,
    { signal, largeAnswer }: AgentRequestContext,
  ): Promise<ReadTextFileResponse> {
    const { permissions, workspace } = this.#options
    return serveFile(async () => {
      const { location } = await permissions.decideFile({ path, access: 'read' }, { workspace, signal })
      return { content: await largeAnswer(() => readTextFile({ path, line, limit }, location)) }
    })
  }

  async writeTextFile({ path, content }: WriteTextFileRequest, { signal }: AgentRequestContext): Promise<void> {
    const { log, permissions, workspace, unfinishedWrites } = this.#options
    return serveFile(async () => {
      this.#needRoom()
      const { location, isDecided } = await permissions.decideFile({ path, access: 'write', content }, { workspace, signal })
      const { created, before } = await writeTextFile({ path, content }, location, unfinishedWrites)
      const fits = content.length + (before?.length ?? 0) <= maxDiffCharacters
      log.add({
        type: 'fileWrite',
        path,
        created,
        approved: isDecided || permissions.coversWrite(path, location),
        ...(fits ? { oldText: before, newText: content } : {}),
      })
    })
  }

  async createTerminal(params: CreateTerminalRequest, { signal }: AgentRequestContext): Promise<CreateTerminalResponse> {
    return this.#decideAndStart(params, signal)
  }

  /** `changed`: what was changed between the decision a moment ago and the start, so that it is asked about again. */
  async #decideAndStart(params: CreateTerminalRequest, signal: AbortSignal, changed?: string): Promise<CreateTerminalResponse> {
    const { permissions, terminals, folder, sandbox, workspace } = this.#options
    const shownSandbox = await sandbox.ensureReady() // before anyone is asked about a command that cannot run
    const { command, args = [], env = [] } = params
    const cwd = params.cwd ?? folder
    this.#needRoom()
    if (estimateBytes([command, args, env]) > agentLimits.commandBytes)
      throw RequestError.invalidParams(undefined, 'The command is longer than a system takes')
    const { realPath } = await serveFile(() => permissions.decideFolder(cwd, { workspace, signal }))
    const { verdict, whyChanged } = await permissions.decideCommand({ command, args, env, cwd, sandbox: shownSandbox }, signal, changed)
    if (verdict === 'denied')
      throw new RequestError(-32603, `Permission denied: ${requestedLine({ command, args })}`)
    // The person may have taken long to answer: the folder must still be the one that was asked about.
    const now = await workspace.locateFolder(cwd)
    if (now.kind === 'refused' || now.realPath !== realPath)
      throw new RequestError(-32602, outsideError().message)
    const sandboxed = await sandbox.prepare({ cwd: realPath, roots: workspace.roots })
    // The answer was given for a command in a sandbox, so there must be one still.
    if (shownSandbox && !sandboxed)
      throw new RequestError(-32603, `Permission denied: ${requestedLine({ command, args })}: its sandbox was switched off meanwhile`)
    const changedSince = whyChanged()
    if (changedSince !== undefined) {
      await sandboxed?.ended()
      return this.#decideAndStart(params, signal, changedSince)
    }
    const request = { command, args, cwd: realPath, env, outputByteLimit: params.outputByteLimit, sandbox: sandboxed?.sandbox }
    try {
      return start(() => terminals.create(request, verdict, sandboxed?.ended))
    }
    catch (error) {
      await sandboxed?.ended()
      throw error
    }
  }

  async terminalOutput({ terminalId }: TerminalOutputRequest, { largeAnswer }: AgentRequestContext): Promise<TerminalOutputResponse> {
    return largeAnswer(async () => serveTerminal(() => this.#options.terminals.running.find(terminalId).output()))
  }

  async waitForTerminalExit({ terminalId }: TerminalOutputRequest): Promise<WaitForTerminalExitResponse> {
    return serveTerminal(() => this.#options.terminals.running.find(terminalId).waitForExit())
  }

  async killTerminal({ terminalId }: TerminalOutputRequest): Promise<void> {
    await serveTerminal(() => this.#options.terminals.running.find(terminalId).kill())
  }

  async releaseTerminal({ terminalId }: TerminalOutputRequest): Promise<void> {
    await serveTerminal(() => this.#options.terminals.running.release(terminalId))
  }

  async createElicitation(params: CreateElicitationRequest, { signal }: AgentRequestContext): Promise<CreateElicitationResponse> {
    return serveQuestion(() => this.#options.permissions.askElicitation(params, signal))
  }

  completeElicitation(elicitationId: string): void {
    this.#options.permissions.completeElicitation(elicitationId)
  }

  /** Everything that an agent does through Parley is shown in the thread; when that is full, nothing more is done. */
  #needRoom(): void {
    if (!this.#options.log.hasRoom())
      throw new HostError('busy', 'The thread keeps no more of this turn')
  }
}

async function serveQuestion<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    throw error instanceof HostError && error.code === 'invalid_params' ? RequestError.invalidParams(undefined, error.message) : error
  }
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
