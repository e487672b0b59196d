import type {
  ClientContext,
  ContentBlock,
  InitializeRequest,
  ListSessionsRequest,
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  PromptResponse,
  ResumeSessionRequest,
  ResumeSessionResponse,
  SetSessionConfigOptionResponse,
} from '@agentclientprotocol/sdk'
import type { ForkSessionRequest } from '@agentclientprotocol/sdk/unstable'
import type { AgentDeadlines, ClientCapabilities } from './agentDefinition'
import { methods, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import { toHostError } from './agentErrors'
import {
  type InitializeResult,
  readConfigOptionsResult,
  readInitializeResult,
  readNewSessionResult,
  readPromptResult,
  readSessionList,
  type ReadSessionPage,
  readSessionState,
  readSteerResult,
  type SteerOutcome,
} from './decode/agentResults'
import { convertLegacyOptions, legacyModeId, legacyModelId } from './decode/olderModels'
import { fork, type MissingMethods, setModel, steer } from './missingMethods'

interface AgentCallsOptions {
  readonly agent: ClientContext
  readonly deadlines: AgentDeadlines
  readonly missing: MissingMethods
  /** The error of all calls after the agent has exited. */
  readonly exitError: () => HostError | undefined
  /** Redacts secrets in the agent's error messages. */
  readonly redact: (text: string) => string
}

interface CallLimits {
  readonly deadlineMs?: number
  readonly signal?: AbortSignal | undefined
}

/** Calls a running agent: one function per ACP method, which validates the result. */
export class AgentCalls {
  readonly #options: AgentCallsOptions
  /** Sessions that use legacy modes and models instead of config options. */
  readonly #legacySessions = new Set<string>()

  constructor(options: AgentCallsOptions) {
    this.#options = options
  }

  /** `version` is Parley's version. */
  async initialize(introduction: { version: string, offers: ClientCapabilities }): Promise<InitializeResult> {
    const params = createInitializeParams(introduction)
    return readInitializeResult(
      await this.#call(methods.agent.initialize, params, { deadlineMs: this.#options.deadlines.initializeMs }),
    )
  }

  async newSession(params: NewSessionRequest): Promise<NewSessionResponse> {
    return this.#adoptNew(readNewSessionResult(await this.#callWithDeadline(methods.agent.session.new, params)))
  }

  /** The agent replays updates before it responds, so attach to the session first. */
  async loadSession(params: LoadSessionRequest): Promise<LoadSessionResponse> {
    return this.#adopt(
      params.sessionId,
      readSessionState(await this.#callWithDeadline(methods.agent.session.load, params)),
    )
  }

  async resumeSession(params: ResumeSessionRequest): Promise<ResumeSessionResponse> {
    return this.#adopt(
      params.sessionId,
      readSessionState(await this.#callWithDeadline(methods.agent.session.resume, params)),
    )
  }

  /** Creates a session as a copy of another. */
  async forkSession(params: ForkSessionRequest): Promise<NewSessionResponse> {
    return this.#adoptNew(readNewSessionResult(await this.#callWithDeadline(fork, params)))
  }

  /** Lists one page of the agent's own sessions. */
  async listSessions(params: ListSessionsRequest): Promise<ReadSessionPage> {
    return readSessionList(await this.#callWithDeadline(methods.agent.session.list, params), params.cwd ?? undefined)
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#callWithDeadline(methods.agent.session.delete, { sessionId })
  }

  /** Resolves at the end of the turn, after all of its updates were delivered. */
  async prompt(sessionId: string, prompt: readonly ContentBlock[]): Promise<PromptResponse> {
    return readPromptResult(await this.#call(methods.agent.session.prompt, { sessionId, prompt }))
  }

  /** Sends a message into the running turn. If the turn has already ended, the agent answers `promptRequired`. */
  async steer(sessionId: string, prompt: readonly ContentBlock[]): Promise<SteerOutcome> {
    const params = { sessionId, prompt, _meta: { steering: { idleBehavior: 'promptRequired' } } }
    return readSteerResult(await this.#callWithDeadline(steer, params))
  }

  /** Asks the agent to end the turn. The pending `prompt` call still resolves. */
  async cancel(sessionId: string): Promise<void> {
    await this.#options.agent.notify(methods.agent.session.cancel, { sessionId })
  }

  async setMode(sessionId: string, modeId: string): Promise<void> {
    await this.#changeSetting(methods.agent.session.setMode, { sessionId, modeId })
  }

  /** Returns all options after the change, or `undefined` if the agent did not list them. */
  async setConfigOption(
    sessionId: string,
    configId: string,
    value: string | boolean,
  ): Promise<SetSessionConfigOptionResponse | undefined> {
    if (this.#legacySessions.has(sessionId))
      return this.#setLegacyOption(sessionId, configId, String(value))
    const params = typeof value === 'boolean'
      ? { sessionId, configId, type: 'boolean', value }
      : { sessionId, configId, value }
    return readConfigOptionsResult(await this.#changeSetting(methods.agent.session.setConfigOption, params))
  }

  /** Runs one of the agent's sign-in methods. It has no deadline because the person may take minutes. */
  async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
    await this.#call(methods.agent.authenticate, { methodId }, { signal })
  }

  async logout(): Promise<void> {
    await this.#callWithDeadline(methods.agent.logout, {})
  }

  /** Uses a short deadline because the person has already left the session. */
  async closeSession(sessionId: string): Promise<void> {
    await this.#call(methods.agent.session.close, { sessionId }, { deadlineMs: this.#options.deadlines.closeSessionMs })
  }

  async #setLegacyOption(sessionId: string, configId: string, value: string): Promise<undefined> {
    if (configId === legacyModeId)
      await this.setMode(sessionId, value)
    else if (configId === legacyModelId)
      await this.#changeSetting(setModel, { sessionId, modelId: value })
    else
      throw new HostError('unsupported', `The agent has no option "${configId}".`)
  }

  #adoptNew(state: NewSessionResponse): NewSessionResponse {
    return { ...state, ...this.#adopt(state.sessionId, state) }
  }

  /** Adds config options for the agent's legacy modes and models, if any. */
  #adopt(sessionId: string, state: LoadSessionResponse): LoadSessionResponse {
    const configOptions = convertLegacyOptions(state)
    if (!configOptions) {
      this.#legacySessions.delete(sessionId)
      return state
    }
    this.#legacySessions.add(sessionId)
    return { ...state, configOptions }
  }

  #changeSetting(method: string, params: unknown): Promise<unknown> {
    return this.#call(method, params, { deadlineMs: this.#options.deadlines.settingMs })
  }

  /** For calls that the agent answers without waiting for a model or a person. */
  #callWithDeadline(method: string, params: unknown): Promise<unknown> {
    return this.#call(method, params, { deadlineMs: this.#options.deadlines.sessionMs })
  }

  /** Drops a response that arrives after the deadline. Throws the agent's errors as `HostError`. */
  async #call(method: string, params: unknown, { deadlineMs, signal }: CallLimits = {}): Promise<unknown> {
    const { agent, missing, exitError, redact } = this.#options
    const ended = exitError()
    if (ended !== undefined)
      throw ended
    missing.refuse(method)
    const deadline = deadlineMs === undefined ? undefined : new AbortController()
    const timer = deadline && setTimeout(() => deadline.abort(), deadlineMs)
    try {
      signal?.throwIfAborted()
      const cancellationSignal = AbortSignal.any([deadline?.signal, signal].filter(signal => signal !== undefined))
      return await agent.request(method, params, { cancellationSignal, stopWaitingOnCancel: true })
    }
    catch (error) {
      if (deadline?.signal.aborted) {
        throw new HostError(
          'timeout',
          `The agent did not answer ${method} within ${Math.round(deadlineMs! / 1000)} s. Restart it, or look at its log.`,
          { cause: error },
        )
      }
      if (signal?.aborted)
        throw new HostError('closed', 'It was stopped before the agent answered.', { cause: error })
      throw missing.record(method, toHostError(error, redact))
    }
    finally {
      clearTimeout(timer)
    }
  }
}

/** Advertises only the enabled capabilities. */
function createInitializeParams({ version, offers }: { version: string, offers: ClientCapabilities }): InitializeRequest {
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'parley', title: 'Parley', version },
    clientCapabilities: {
      fs: { readTextFile: offers.readTextFile, writeTextFile: offers.writeTextFile },
      terminal: offers.terminal,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      auth: { terminal: true },
      ...offers.elicitation && { elicitation: { form: {}, url: {} } },
      // `terminal_output`: Claude and Codex report the output of commands that they run themselves.
      // `terminal-auth`: OpenCode describes its sign-in command.
      _meta: { 'terminal_output': true, 'terminal-auth': true },
    },
  }
}
