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
import type { HostError } from '../../shared/errors'
import type { AgentDeadlines } from './agentDefinition'
import { methods } from '@agentclientprotocol/sdk'
import { callAgent } from './callAgent'
import {
  type AgentGreeting,
  readConfigOptionsResult,
  readInitializeResult,
  readNewSessionResult,
  readPromptResult,
  readSessionList,
  type ReadSessionPage,
  readSessionState,
} from './decode/agentResults'
import { fork, type MissingMethods } from './missingMethods'

/** What a running agent lends to the calls made to it. */
export interface CalledAgent {
  readonly agent: ClientContext
  readonly deadlines: AgentDeadlines
  readonly missing: MissingMethods
  /** What to say in place of a call once it has ended. */
  readonly ended: () => HostError | undefined
  /** Takes out of its words about an error what must not be kept. */
  readonly clean: (text: string) => string
}

/** What Parley asks of a running agent: a function for each method of ACP, whose answer is read without trust. */
export class AgentCalls {
  readonly #called: CalledAgent

  constructor(called: CalledAgent) {
    this.#called = called
  }

  async initialize(params: InitializeRequest): Promise<AgentGreeting> {
    return readInitializeResult(await this.#call(methods.agent.initialize, params, { deadlineMs: this.#called.deadlines.initializeMs }))
  }

  async newSession(params: NewSessionRequest): Promise<NewSessionResponse> {
    return readNewSessionResult(await this.#callInTime(methods.agent.session.new, params))
  }

  /** Its updates come before the answer: attach to the session first. */
  async loadSession(params: LoadSessionRequest): Promise<LoadSessionResponse> {
    return readSessionState(await this.#callInTime(methods.agent.session.load, params))
  }

  async resumeSession(params: ResumeSessionRequest): Promise<ResumeSessionResponse> {
    return readSessionState(await this.#callInTime(methods.agent.session.resume, params))
  }

  /** Begins a session as the copy of another. */
  async forkSession(params: ForkSessionRequest): Promise<NewSessionResponse> {
    return readNewSessionResult(await this.#callInTime(fork, params))
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

  /** Asks for the turn's end; the prompt's answer still has to come. */
  async cancel(sessionId: string): Promise<void> {
    await this.#called.agent.notify(methods.agent.session.cancel, { sessionId })
  }

  async setMode(sessionId: string, modeId: string): Promise<void> {
    await this.#callInTime(methods.agent.session.setMode, { sessionId, modeId })
  }

  /** The whole new list of options, or `undefined` when the agent did not say. */
  async setConfigOption(sessionId: string, configId: string, value: string | boolean): Promise<SetSessionConfigOptionResponse | undefined> {
    const params = typeof value === 'boolean' ? { sessionId, configId, type: 'boolean', value } : { sessionId, configId, value }
    return readConfigOptionsResult(await this.#callInTime(methods.agent.session.setConfigOption, params))
  }

  /** Runs one of the agent's own sign-in methods. The person may take minutes, so only `signal` ends it. */
  async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
    await this.#call(methods.agent.authenticate, { methodId }, { signal })
  }

  async logout(): Promise<void> {
    await this.#callInTime(methods.agent.logout, {})
  }

  /** Said in passing: nobody may wait long for an agent that is left. */
  async closeSession(sessionId: string): Promise<void> {
    await this.#call(methods.agent.session.close, { sessionId }, { deadlineMs: this.#called.deadlines.closeSessionMs })
  }

  /** For what an agent does by itself, without a model or a person. */
  #callInTime(method: string, params: unknown): Promise<unknown> {
    return this.#call(method, params, { deadlineMs: this.#called.deadlines.sessionMs })
  }

  async #call(method: string, params: unknown, limits: { deadlineMs?: number, signal?: AbortSignal } = {}): Promise<unknown> {
    const { agent, missing, ended, clean } = this.#called
    const end = ended()
    if (end !== undefined)
      throw end
    missing.refuse(method)
    return callAgent({ agent, method, params, clean, ...limits }).catch((error: unknown) => Promise.reject(missing.note(method, error)))
  }
}
