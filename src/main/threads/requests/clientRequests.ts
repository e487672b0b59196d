import type { FileWriteEvent } from '../../../shared/thread/deedEvents'
import type { AgentDialect } from '../../agents/agentDefinition'
import type { AgentRequestContext, SessionRequests } from '../../agents/agentRequests'
import type { TurnRecorder } from '../../changes/thread/turnRecorder'
import type { Terminal } from '../../terminal/terminal'
import type { Workspace } from '../../workspace/workspace'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadPermissions } from '../permission/threadPermissions'
import type { AgentFiles } from './agentFiles'
import type { CommandSandbox } from './commandSandbox'
import type { RequestingTurn, ThreadTerminals } from './threadTerminals'
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
  type TerminalExitStatus,
  type TerminalOutputRequest,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import { findChangedPart } from '../../../shared/diff/textDifference'
import { HostError } from '../../../shared/errors'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { formatRequestedCommand } from '../../terminal/startLine'
import { createOutsideError, FileError, toJsonRpcCode } from '../../workspace/fileErrors'
import { agentLimits } from '../log/limits'
import { Refusals } from './refusals'

/** Larger changes are too long to read, so they are logged without their text. */
const maxDiffCharacters = 256 * 1024

export interface ClientRequestsOptions {
  /** The thread's folder. */
  readonly folder: string
  readonly log: ThreadLog
  readonly permissions: ThreadPermissions
  readonly terminals: ThreadTerminals
  /** The files and folders that the agent may access over this connection. */
  readonly workspace: Workspace
  /** The agent's dialect. */
  readonly agent: AgentDialect
  readonly sandbox: CommandSandbox
  readonly files: AgentFiles
  /** Receives the events by which changes are attributed. */
  readonly recorder: Pick<TurnRecorder, 'noteRequest' | 'scanBeforeRequest'>
}

/** Handles an agent's requests in one thread, once allowed: permissions, files, terminals, forms. */
export class ClientRequests implements SessionRequests {
  readonly #options: ClientRequestsOptions
  readonly #refusals: Refusals

  constructor(options: ClientRequestsOptions) {
    this.#options = options
    this.#refusals = new Refusals(options)
  }

  async requestPermission(
    request: RequestPermissionRequest,
    { signal }: AgentRequestContext,
  ): Promise<RequestPermissionResponse> {
    const { permissions, workspace, agent, recorder } = this.#options
    recorder.noteRequest()
    return toQuestionErrors(() => permissions.decideRequest(request, { workspace, signal, agent }))
  }

  async readTextFile(
    { path, line, limit }: ReadTextFileRequest,
    { signal, largeAnswer }: AgentRequestContext,
  ): Promise<ReadTextFileResponse> {
    const { permissions, workspace, agent, files } = this.#options
    const read = async (): Promise<ReadTextFileResponse> => {
      const { location } = await permissions.paths.decideFile({ path, access: 'read' }, { workspace, signal, agent })
      return { content: await largeAnswer(() => files.read({ path, line, limit }, location)) }
    }
    return this.#refusals.track({ request: 'read', target: path }, signal, () =>
      toFileErrors(() => readOrEmpty(path, agent, read)))
  }

  async writeTextFile({ path, content }: WriteTextFileRequest, { signal }: AgentRequestContext): Promise<void> {
    const { log, permissions, workspace, files } = this.#options
    return this.#refusals.track({ request: 'write', target: path }, signal, () => toFileErrors(async () => {
      this.#requireRoom()
      const { location, isDecided } = await permissions.paths.decideFile(
        { path, access: 'write', content },
        { workspace, signal },
      )
      const { created, before } = await files.write({ path, content }, location)
      const approved = isDecided || permissions.paths.coversWrite(path, location)
      log.add(toFileWriteEvent({ path, created, approved, before, content }))
    }))
  }

  async createTerminal(
    params: CreateTerminalRequest,
    { signal }: AgentRequestContext,
  ): Promise<CreateTerminalResponse> {
    const turn = { signal, isOver: this.#options.permissions.watchTurn() }
    this.#options.recorder.noteRequest() // before asking the person
    return this.#refusals.track(
      { request: 'run', target: formatRequestedCommand(params) },
      signal,
      () => this.#decideAndStart(params, turn),
    )
  }

  /**
   * `changed`: what changed between decision and start. The command is then asked about again. Long, because the order
   * of its steps matters.
   */
  async #decideAndStart(
    params: CreateTerminalRequest,
    turn: RequestingTurn,
    changed?: string,
  ): Promise<CreateTerminalResponse> {
    const { signal } = turn
    const { permissions, terminals, folder, sandbox, workspace, recorder, agent } = this.#options
    const shownSandbox = await sandbox.ensureReady() // don't ask about a command that cannot run
    const { command, args = [], env = [], outputByteLimit, sessionId } = params
    const cwd = params.cwd ?? folder
    this.#requireRoom()
    if (estimateBytes([command, args, env]) > agentLimits.commandBytes)
      throw RequestError.invalidParams(undefined, 'The command is longer than a system takes')
    const { realPath } = await toFileErrors(() => permissions.paths.decideFolder(cwd, { workspace, signal }))
    const requested = { command, args, env, cwd, sessionId, sandbox: shownSandbox }
    const { verdict, confirm, tried } = await permissions.commands.decide(
      requested,
      { workspace, signal, agent },
      changed,
    )
    if (verdict === 'denied') {
      const refused = new RequestError(-32603, `Permission denied: ${formatRequestedCommand({ command, args })}`)
      throw Object.assign(refused, { isDecided: true })
    }
    await recorder.scanBeforeRequest()
    // The answer may have taken long: the folder must still be the same.
    const now = await workspace.locateFolder(cwd)
    if (now.kind === 'refused' || now.realPath !== realPath)
      throw new RequestError(-32602, (now.kind === 'refused' ? now.error : createOutsideError()).message)
    const sandboxed = await sandbox.prepare({ cwd: realPath, roots: workspace.roots, isReadOnly: tried !== undefined })
    // The answer was for a sandboxed command, so it must still run in a sandbox.
    if (shownSandbox && !sandboxed) {
      throw new RequestError(
        -32603,
        `Permission denied: ${formatRequestedCommand({ command, args })}: its sandbox was switched off meanwhile`,
      )
    }
    if (tried && sandboxed?.isComplete === false) {
      tried.failed()
      await sandboxed.ended()
      return this.#decideAndStart(params, turn, 'the folder is too large to hide all that often holds secrets in it')
    }
    const confirmed = await confirm()
    if ('changed' in confirmed) {
      await sandboxed?.ended()
      return this.#decideAndStart(params, turn, confirmed.changed)
    }
    const request = { command, args, cwd: realPath, env, outputByteLimit, sandbox: sandboxed?.sandbox, checked: confirmed.start }
    const onEnd = async ({ exitCode, signal }: TerminalExitStatus): Promise<void> => {
      // Searches without results exit with 1.
      if (tried && (signal || (exitCode ?? 0) > 1 || sandboxed?.sandbox.denials.found.length))
        tried.failed()
      await sandboxed?.ended()
    }
    try {
      return terminals.create(request, { approval: verdict, turn, onEnd })
    }
    catch (error) {
      await sandboxed?.ended()
      throw error
    }
  }

  async terminalOutput(params: TerminalOutputRequest, context: AgentRequestContext): Promise<TerminalOutputResponse> {
    return context.largeAnswer(async () => this.#serveTerminal(params, context, terminal => terminal.output()))
  }

  async waitForTerminalExit(
    params: TerminalOutputRequest,
    context: AgentRequestContext,
  ): Promise<WaitForTerminalExitResponse> {
    return this.#serveTerminal(params, context, terminal => terminal.waitForExit())
  }

  async killTerminal(params: TerminalOutputRequest, context: AgentRequestContext): Promise<void> {
    await this.#serveTerminal(params, context, terminal => terminal.kill())
  }

  async releaseTerminal({ terminalId }: TerminalOutputRequest): Promise<void> {
    await this.#options.terminals.running.release(terminalId)
  }

  async createElicitation(
    params: CreateElicitationRequest,
    { signal }: AgentRequestContext,
  ): Promise<CreateElicitationResponse> {
    return toQuestionErrors(() => this.#options.permissions.askElicitation(params, signal))
  }

  completeElicitation(elicitationId: string): void {
    this.#options.permissions.questions.completeElicitation(elicitationId)
  }

  #serveTerminal<T>(
    { terminalId }: TerminalOutputRequest,
    { signal }: AgentRequestContext,
    work: (terminal: Terminal) => T | Promise<T>,
  ): Promise<T> {
    return this.#refusals.track({ request: 'terminal', target: terminalId }, signal, () =>
      toTerminalErrors(() => work(this.#options.terminals.running.find(terminalId))))
  }

  /** Rejects requests when the thread is full, because everything an agent does must be shown. */
  #requireRoom(): void {
    if (!this.#options.log.hasRoom())
      throw new HostError('busy', 'The thread keeps no more of this turn')
  }
}

interface CompletedWrite {
  readonly path: string
  readonly created: boolean
  readonly approved: boolean
  readonly before: string | undefined
  readonly content: string
}

/** Creates the log event of a write, with both texts or only the changed part of large ones. */
function toFileWriteEvent({ path, created, approved, before, content }: CompletedWrite): FileWriteEvent {
  const event = { type: 'fileWrite', path, created, approved } as const
  if (content.length + (before?.length ?? 0) <= maxDiffCharacters)
    return { ...event, ...before !== undefined && { oldText: before }, newText: content }
  const part = before === undefined ? undefined : findChangedPart(before, content)
  return part && part.oldText.length + part.newText.length <= maxDiffCharacters ? { ...event, ...part } : event
}

/** Reads a file. Returns an empty text for a missing one if the agent can't continue otherwise. */
async function readOrEmpty(
  path: string,
  { emptyFiles }: AgentDialect,
  read: () => Promise<ReadTextFileResponse>,
): Promise<ReadTextFileResponse> {
  try {
    return await read()
  }
  catch (error) {
    if (emptyFiles !== undefined
      && error instanceof FileError
      && error.kind === 'not_found'
      && new RegExp(emptyFiles).test(path)) {
      return { content: '' }
    }
    throw error
  }
}

/** Converts a question's errors to JSON-RPC errors: invalid parameters are the agent's fault. */
async function toQuestionErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    throw error instanceof HostError && error.code === 'invalid_params'
      ? RequestError.invalidParams(undefined, error.message)
      : error
  }
}

/** Converts file errors to JSON-RPC errors. */
async function toFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    if (!(error instanceof FileError))
      throw error
    throw Object.assign(new RequestError(toJsonRpcCode(error), error.message), { isDecided: error.isDecided })
  }
}

/** Converts terminal errors to JSON-RPC errors. */
async function toTerminalErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    throw error instanceof HostError && error.code === 'not_found' ? new RequestError(-32002, error.message) : error
  }
}
