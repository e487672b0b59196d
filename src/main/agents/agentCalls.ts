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
import { olderModeId, olderModelId, olderOptions } from './decode/olderModels'
import { fork, type MissingMethods, setModel, steer } from './missingMethods'

interface AgentCallsOptions {
  readonly agent: ClientContext
  readonly deadlines: AgentDeadlines
  readonly missing: MissingMethods
  /** The error of every call once the agent has ended. */
  readonly ended: () => HostError | undefined
  /** Redacts secrets in the agent's error messages. */
  readonly clean: (text: string) => string
}

interface CallLimits {
  readonly deadlineMs?: number
  readonly signal?: AbortSignal | undefined
}

/** What Parley can ask of a running agent: a function for each method of ACP, which validates the answer. */
export class AgentCalls {
  readonly #options: AgentCallsOptions
  /** The sessions whose options stand for older modes and models. */
  readonly #older = new Set<string>()

  constructor(options: AgentCallsOptions) {
    this.#options = options
  }

  /** `version` is Parley's own. */
  async initialize(introduction: { version: string, offers: ClientCapabilities }): Promise<InitializeResult> {
    const params = initializeParams(introduction)
    return readInitializeResult(await this.#call(methods.agent.initialize, params, { deadlineMs: this.#options.deadlines.initializeMs }))
  }

  async newSession(params: NewSessionRequest): Promise<NewSessionResponse> {
    return this.#began(readNewSessionResult(await this.#callInTime(methods.agent.session.new, params)))
  }

  /** Its updates come before the answer: attach to the session first. */
  async loadSession(params: LoadSessionRequest): Promise<LoadSessionResponse> {
    return this.#opened(params.sessionId, readSessionState(await this.#callInTime(methods.agent.session.load, params)))
  }

  async resumeSession(params: ResumeSessionRequest): Promise<ResumeSessionResponse> {
    return this.#opened(params.sessionId, readSessionState(await this.#callInTime(methods.agent.session.resume, params)))
  }

  /** Begins a session as the copy of another. */
  async forkSession(params: ForkSessionRequest): Promise<NewSessionResponse> {
    return this.#began(readNewSessionResult(await this.#callInTime(fork, params)))
  }

  /** One page of its own sessions. */
  async listSessions(params: ListSessionsRequest): Promise<ReadSessionPage> {
    return readSessionList(await this.#callInTime(methods.agent.session.list, params), params.cwd ?? undefined)
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#callInTime(methods.agent.session.delete, { sessionId })
  }

  /** Answers at the turn's end, when all of its updates have been handed on. */
  async prompt(sessionId: string, prompt: readonly ContentBlock[]): Promise<PromptResponse> {
    return readPromptResult(await this.#call(methods.agent.session.prompt, { sessionId, prompt }))
  }

  /**
   * Gives a message to the running turn. Where none runs any more, the message stays with Parley (`promptRequired`).
   */
  async steer(sessionId: string, prompt: readonly ContentBlock[]): Promise<SteerOutcome> {
    const params = { sessionId, prompt, _meta: { steering: { idleBehavior: 'promptRequired' } } }
    return readSteerResult(await this.#callInTime(steer, params))
  }

  /** Asks for the turn's end; the prompt's answer still has to come. */
  async cancel(sessionId: string): Promise<void> {
    await this.#options.agent.notify(methods.agent.session.cancel, { sessionId })
  }

  async setMode(sessionId: string, modeId: string): Promise<void> {
    await this.#set(methods.agent.session.setMode, { sessionId, modeId })
  }

  /** The whole new list of options, or `undefined` when the agent did not say. */
  async setConfigOption(sessionId: string, configId: string, value: string | boolean): Promise<SetSessionConfigOptionResponse | undefined> {
    if (this.#older.has(sessionId))
      return this.#setOlder(sessionId, configId, String(value))
    const params = typeof value === 'boolean' ? { sessionId, configId, type: 'boolean', value } : { sessionId, configId, value }
    return readConfigOptionsResult(await this.#set(methods.agent.session.setConfigOption, params))
  }

  /** Runs one of the agent's own sign-in methods. The person may take minutes, so only `signal` ends it. */
  async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
    await this.#call(methods.agent.authenticate, { methodId }, { signal })
  }

  async logout(): Promise<void> {
    await this.#callInTime(methods.agent.logout, {})
  }

  /** With a short deadline: the person has left this session already. */
  async closeSession(sessionId: string): Promise<void> {
    await this.#call(methods.agent.session.close, { sessionId }, { deadlineMs: this.#options.deadlines.closeSessionMs })
  }

  async #setOlder(sessionId: string, configId: string, value: string): Promise<undefined> {
    if (configId === olderModeId)
      await this.setMode(sessionId, value)
    else if (configId === olderModelId)
      await this.#set(setModel, { sessionId, modelId: value })
    else
      throw new HostError('unsupported', `The agent has no option "${configId}".`)
  }

  #began(state: NewSessionResponse): NewSessionResponse {
    return { ...state, ...this.#opened(state.sessionId, state) }
  }

  /** The session's state, its options standing for older models where the agent has those. */
  #opened(sessionId: string, state: LoadSessionResponse): LoadSessionResponse {
    const configOptions = olderOptions(state)
    if (!configOptions) {
      this.#older.delete(sessionId)
      return state
    }
    this.#older.add(sessionId)
    return { ...state, configOptions }
  }

  #set(method: string, params: unknown): Promise<unknown> {
    return this.#call(method, params, { deadlineMs: this.#options.deadlines.settingMs })
  }

  /** For calls that an agent answers by itself, without a model or a person. */
  #callInTime(method: string, params: unknown): Promise<unknown> {
    return this.#call(method, params, { deadlineMs: this.#options.deadlines.sessionMs })
  }

  /** With a deadline where there is one; an answer that comes after it is dropped. Errors come back as `HostError`. */
  async #call(method: string, params: unknown, { deadlineMs, signal }: CallLimits = {}): Promise<unknown> {
    const { agent, missing, ended, clean } = this.#options
    const end = ended()
    if (end !== undefined)
      throw end
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
        throw new HostError('closed', 'It was stopped before the agent had answered.', { cause: error })
      throw missing.record(method, toHostError(error, clean))
    }
    finally {
      clearTimeout(timer)
    }
  }
}

/** How Parley introduces itself: it advertises only what is offered. */
function initializeParams({ version, offers }: { version: string, offers: ClientCapabilities }): InitializeRequest {
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'parley', title: 'Parley', version },
    clientCapabilities: {
      fs: { readTextFile: offers.readTextFile, writeTextFile: offers.writeTextFile },
      terminal: offers.terminal,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      auth: { terminal: true },
      ...offers.elicitation && { elicitation: { form: {}, url: {} } },
      // Claude and Codex report the output of their own commands under the first; OpenCode describes its sign-in under
      // the second.
      _meta: { 'terminal_output': true, 'terminal-auth': true },
    },
  }
}
