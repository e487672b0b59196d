import {
  RequestError,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type TerminalOutputRequest,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import type { PermissionSubject } from '../../shared/thread/events'
import type { AgentRequestContext, AgentRequestHandlers } from '../agents/agentRequests'
import { weigh } from '../agents/weigh'
import { requestedLine } from '../terminal/startLine'
import { deniedError, FileError, fileErrorCode, outsideError } from '../workspace/fileErrors'
import { isProtected } from '../workspace/protectedNames'
import { readTextFile, writeTextFile } from '../workspace/textFiles'
import type { Location, OpenableLocation } from '../workspace/workspace'
import { agentLimits } from './agentLimits'
import { noticeOnce } from './noticeOnce'
import { answerPermissionRequest, faultOf } from './permission/agentPermission'
import { checkSize } from './permission/offeredOptions'
import { factsOf } from './permission/openQuestions'
import { permissionQuestion } from './permission/permissionQuestion'
import { plannedWrite, type PlannedWrite } from './permission/plannedWrite'
import { changedByAgent, changesWhatRuns } from './permission/riskyEnvironment'
import type { ThreadParts } from './threadParts'

/** Texts above this are not kept for a diff in the log. */
const maxDiffCharacters = 256 * 1024

/** What an agent asks of one thread is decided and done here: permission, files inside the workspace, terminals, questions. */
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

  async readTextFile({ path, line, limit }: ReadTextFileRequest, { signal, largeAnswer }: AgentRequestContext): Promise<ReadTextFileResponse> {
    return serveFile(async () => {
      const { location } = await this.#allowed(path, 'read', signal)
      return { content: await largeAnswer(() => readTextFile({ path, line, limit }, location)) }
    })
  }

  async writeTextFile({ path, content }: WriteTextFileRequest, { signal }: AgentRequestContext): Promise<void> {
    const { log } = this.#thread
    return serveFile(async () => {
      this.#needRoom()
      const { location, isDecided } = await this.#allowed(path, 'write', signal, content)
      const { created, before } = await writeTextFile({ path, content }, location, this.#thread.unfinishedWrites)
      const fits = content.length + (before?.length ?? 0) <= maxDiffCharacters
      log.add({ type: 'fileWrite', path, created, approved: isDecided || this.#coversWrite(path, location), ...fits ? { oldText: before, newText: content } : {} })
    })
  }

  async createTerminal(params: CreateTerminalRequest, { signal }: AgentRequestContext): Promise<CreateTerminalResponse> {
    const { terminals, folder, sandbox, workspace } = this.#thread
    await sandbox.ensureReady() // before anyone is asked about a command that cannot run
    const { command, args = [], env = [] } = params
    const cwd = params.cwd ?? folder
    this.#needRoom()
    if (weigh([command, args, env]) > agentLimits.commandBytes)
      throw RequestError.invalidParams(undefined, 'The command is longer than a system takes')
    const { realPath } = await serveFile(async () => this.#open(await this.#thread.workspace.locateFolder(cwd), { kind: 'path', access: 'cwd', path: cwd }, signal))
    const commandLine = requestedLine({ command, args })
    const approval = await this.#approveCommand({ command, args, env, cwd, subject: { kind: 'command', commandLine, shell: args.length === 0, cwd, env: changedByAgent(env, this.#thread.environment) } }, signal)
    if (approval === 'denied')
      throw new RequestError(-32603, `Permission denied: ${commandLine}`)
    // The person may have taken long to answer: the folder must still be the one that was asked about.
    const now = await this.#thread.workspace.locateFolder(cwd)
    if (now.kind === 'refused' || now.realPath !== realPath)
      throw new RequestError(-32602, outsideError().message)
    const sandboxed = await sandbox.prepare({ cwd: realPath, roots: workspace.roots })
    return start(() => terminals.create({ command, args, cwd: realPath, env, outputByteLimit: params.outputByteLimit, confinement: sandboxed?.confinement }, approval, sandboxed?.ended))
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

  async createElicitation(params: CreateElicitationRequest, { signal }: Pick<AgentRequestContext, 'signal'>): Promise<CreateElicitationResponse> {
    // During a sign-in there is no turn, and no session is named.
    if ('sessionId' in params && typeof params.sessionId === 'string' && !this.#thread.isTurnOpen())
      return { action: 'cancel' }
    const fault = checkSize(params)
    if (fault !== undefined) {
      noticeOnce(this.#thread.log, { title: 'A question of the agent could not be shown', description: fault })
      throw RequestError.invalidParams(undefined, fault)
    }
    return this.#thread.permissions.questions.askElicitation(params, signal)
  }

  completeElicitation(elicitationId: string): void {
    this.#thread.permissions.questions.completeElicitation(elicitationId)
  }

  /** Where `path` leads once the guard and, where it must be asked, the person agree; `isDecided` where it was. */
  async #allowed(path: string, access: 'read' | 'write', signal: AbortSignal, content?: string): Promise<{ location: OpenableLocation, isDecided: boolean }> {
    const location = await this.#thread.workspace.locate(path)
    const opened = await this.#open(location, { kind: 'path', access, path }, signal, content)
    const isGuarded = location.kind === 'inside' && location.relativePaths.some(name => isProtected(name, access))
    // As it really is: a link must not give it another name.
    const realPath = opened.realPath
    const asked: PermissionSubject = isGuarded ? { kind: 'protected_file', access, path: realPath } : { kind: 'path', access, path: realPath }
    const mustAsk = isGuarded || (location.kind === 'inside' && this.#thread.permissions.own.guards(asked))
    if (mustAsk && !await this.#ask(asked, signal, () => plannedWrite(opened, realPath, content)))
      throw deniedError(path)
    return { location: opened, isDecided: mustAsk || location.kind === 'outside' }
  }

  /** Whether an answer of this turn, or a rule, covers a write that needed no question. It only decides what is marked "not asked". */
  #coversWrite(path: string, { realPath }: OpenableLocation): boolean {
    const { approvals, rules } = this.#thread.permissions
    return approvals.coversWrite(path) || rules.ofSubject({ kind: 'path', access: 'write', path: realPath }, { isOutside: false })?.effect === 'allow'
  }

  async #open(location: Location, subject: Extract<PermissionSubject, { kind: 'path' }>, signal: AbortSignal, content?: string): Promise<OpenableLocation> {
    if (location.kind === 'refused')
      throw location.error
    if (location.kind === 'inside')
      return location
    // Asked about and remembered as it really is: a link in an allowed folder must not lead on from there.
    const path = location.realPath
    // No answer for a whole folder holds for the keys in it.
    const asked: PermissionSubject = subject.access !== 'cwd' && isProtected(path, subject.access) ? { kind: 'protected_file', access: subject.access, path } : { ...subject, path }
    if (!await this.#ask(asked, signal, () => plannedWrite(location, path, content)))
      throw outsideError()
    return location
  }

  async #approveCommand({ command, args, env, cwd, subject }: Pick<CreateTerminalRequest, 'command' | 'args' | 'env'> & { cwd: string, subject: PermissionSubject }, signal: AbortSignal): Promise<'covered' | 'asked' | 'rule' | 'denied'> {
    const { permissions: { approvals, own, rules, decisions }, environment, isTurnOpen, agentName } = this.#thread
    if (!isTurnOpen())
      return 'denied'
    const judgement = rules.ofSubject(subject)
    // An approval covers the command as it was shown; variables that change what it runs were not.
    if (judgement?.effect !== 'deny' && !changesWhatRuns(env ?? [], environment) && approvals.takeCommand({ command, args, cwd }, { isEachTime: judgement?.effect === 'ask' })) {
      decisions.add({ from: 'parley', facts: factsOf({ from: 'parley', toolCall: { toolCallId: '' }, options: [], subject }), outcome: 'allowed', by: 'approval', why: 'Your answer to the agent\'s own question covers it' })
      return 'covered'
    }
    return own.decide(subject, { title: `${agentName} wants to run a command`, signal, isTurnOpen })
  }

  async #ask(subject: PermissionSubject, signal: AbortSignal, planned: () => Promise<PlannedWrite>): Promise<boolean> {
    const { permissions: { own }, isTurnOpen, agentName } = this.#thread
    return isTurnOpen() && await own.decide(subject, { title: `${agentName} ${wish(subject)}`, signal, isTurnOpen, planned }) !== 'denied'
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

function wish(subject: PermissionSubject): string {
  switch (subject.kind) {
    case 'command':
      return 'wants to run a command'
    case 'path':
      return { read: 'wants to read outside the workspace', write: 'wants to write outside the workspace', cwd: 'wants to run a command outside the workspace' }[subject.access]
    case 'protected_file':
      return subject.access === 'read' ? 'wants to read a file that often holds secrets' : 'wants to write a file that can change what runs later'
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
