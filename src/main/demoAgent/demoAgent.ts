import type {
  AgentApp,
  AgentContext,
  ClientCapabilities,
  ConfigOptionUpdate,
  ContentBlock,
  InitializeResponse,
  PromptResponse,
  SessionUpdate,
  StopReason,
} from '@agentclientprotocol/sdk'
import type { SessionStore } from './sessionStore'
import { randomUUID } from 'node:crypto'
import { agent, methods, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk'
import { DemoSession } from './demoSession'
import { chooseScenario } from './scenario'
import { listCommands, scenarios } from './scenarios'
import { answerAnything } from './scenarios/talk'
import { getModeState, isModeId, listOptions, withOption } from './sessionOptions'
import { Turn, TurnCancelled } from './turn'

/** The agent side of a connection: its sessions and the client's capabilities. */
export class DemoAgent {
  readonly #store: SessionStore
  readonly #beatMs: number
  readonly #report: (message: string) => void
  readonly #sessions = new Map<string, DemoSession>()
  readonly #turns = new Map<string, AbortController>()
  #capabilities: ClientCapabilities = {}

  constructor({ store, beatMs, report }: { store: SessionStore, beatMs: number, report: (message: string) => void }) {
    this.#store = store
    this.#beatMs = beatMs
    this.#report = report
  }

  /** Returns the handlers of all requests and notifications. */
  app(): AgentApp {
    const { session } = methods.agent
    return agent({ name: 'parley-demo-agent' })
      .onRequest(methods.agent.initialize, ({ params }) => this.#initialize(params.clientCapabilities ?? {}))
      .onRequest(session.new, ({ params, client }) =>
        this.#open(new DemoSession({ sessionId: `demo-${randomUUID()}`, cwd: params.cwd }), client))
      .onRequest(session.load, async ({ params, client }) => {
        const loaded = await this.#findSession(params.sessionId, params.cwd)
        for (const update of loaded.history.replay())
          await client.notify(methods.client.session.update, { sessionId: loaded.sessionId, update })
        return this.#open(loaded, client)
      })
      .onRequest(
        session.resume,
        async ({ params, client }) => this.#open(await this.#findSession(params.sessionId, params.cwd), client),
      )
      .onRequest(
        session.list,
        ({ params }) => this.#store.list({ cwd: params.cwd ?? undefined, cursor: params.cursor ?? undefined }),
      )
      .onRequest(session.close, ({ params }) => this.#close(params.sessionId))
      .onRequest(session.delete, ({ params }) => {
        this.#close(params.sessionId)
        this.#store.remove(params.sessionId)
      })
      .onRequest(session.setMode, async ({ params, client }) => {
        await this.#setOption({ ...params, configId: 'mode', value: params.modeId, client, byMode: true })
      })
      .onRequest(session.setConfigOption, async ({ params, client }) => {
        const changed = await this.#setOption({ ...params, client, byMode: false })
        return { configOptions: listOptions(changed.settings, this.#capabilities) }
      })
      .onRequest(
        session.prompt,
        ({ params, client }) => this.#prompt(this.#requireSession(params.sessionId), params.prompt, client),
      )
      .onNotification(session.cancel, ({ params }) => this.#turns.get(params.sessionId)?.abort(new TurnCancelled()))
  }

  /** Cancels all turns when the client disconnects. */
  dispose(): void {
    for (const turn of this.#turns.values())
      turn.abort(new TurnCancelled())
  }

  #initialize(capabilities: ClientCapabilities): InitializeResponse {
    this.#capabilities = capabilities
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'parley-demo-agent', title: 'Demo agent', version: '1.0.0' },
      authMethods: [],
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true },
        sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
      },
    }
  }

  #open(session: DemoSession, client: AgentContext) {
    this.#sessions.set(session.sessionId, session)
    const commands: SessionUpdate = {
      sessionUpdate: 'available_commands_update',
      availableCommands: listCommands(),
    }
    // Sent after the response, because the client does not know the session before.
    setTimeout(() => this.#notify(client, session, commands), 0)
    return {
      sessionId: session.sessionId,
      // Sends both, like agents that support older clients. Clients that support config options prefer those.
      modes: getModeState(session.settings),
      configOptions: listOptions(session.settings, this.#capabilities),
    }
  }

  #requireSession(sessionId: string): DemoSession {
    const session = this.#sessions.get(sessionId)
    if (session === undefined)
      throw RequestError.sessionNotFound(sessionId)
    return session
  }

  async #findSession(sessionId: string, cwd: string): Promise<DemoSession> {
    const session = this.#sessions.get(sessionId) ?? this.#store.read(sessionId)
    if (session === undefined)
      throw RequestError.sessionNotFound(sessionId)
    session.cwd = cwd
    return session
  }

  #close(sessionId: string): void {
    this.#turns.get(sessionId)?.abort(new TurnCancelled())
    const session = this.#sessions.get(sessionId)
    if (session !== undefined)
      this.#save(session)
    this.#sessions.delete(sessionId)
  }

  async #setOption({
    sessionId,
    configId,
    value,
    client,
    byMode,
  }: {
    sessionId: string
    configId: string
    value: unknown
    client: AgentContext
    byMode: boolean
  }): Promise<DemoSession> {
    const session = this.#requireSession(sessionId)
    const settings = withOption(session.settings, configId, value)
    if (settings === undefined)
      throw RequestError.invalidParams({ configId, value }, `this agent has no option "${configId}" with that value`)
    session.settings = settings
    this.#save(session)
    if (configId === 'mode' && isModeId(value))
      await this.#notify(client, session, { sessionUpdate: 'current_mode_update', currentModeId: value })
    // The response to `session/set_config_option` contains the options; after `session/set_mode` they need an update.
    if (byMode)
      await this.#notify(client, session, { sessionUpdate: 'config_option_update', ...this.#optionList(session) })
    return session
  }

  #optionList(session: DemoSession): ConfigOptionUpdate {
    return { configOptions: listOptions(session.settings, this.#capabilities) }
  }

  async #prompt(session: DemoSession, prompt: ContentBlock[], client: AgentContext): Promise<PromptResponse> {
    if (this.#turns.has(session.sessionId))
      throw RequestError.invalidRequest(undefined, 'another turn is already in progress in this session')
    const aborter = new AbortController()
    this.#turns.set(session.sessionId, aborter)
    const turn = new Turn({
      session,
      prompt,
      client,
      capabilities: this.#capabilities,
      signal: aborter.signal,
      beatMs: this.#beatMs,
      save: () => this.#save(session),
    })
    try {
      return { stopReason: await this.#answer(turn) }
    }
    catch (error) {
      if (aborter.signal.aborted || error instanceof TurnCancelled)
        return { stopReason: 'cancelled' }
      throw error
    }
    finally {
      this.#turns.delete(session.sessionId)
      this.#save(session)
    }
  }

  async #answer(turn: Turn): Promise<StopReason> {
    turn.session.history.recordPrompt(turn.prompt)
    turn.save()
    if (turn.session.title === undefined) {
      turn.session.title = deriveTitle(turn.text)
      await turn.update({
        sessionUpdate: 'session_info_update',
        title: turn.session.title,
        updatedAt: new Date().toISOString(),
      })
    }
    const chosen = chooseScenario(turn.text, scenarios)
    if (turn.session.settings.verbose) {
      await turn.think(
        chosen
          ? `That asks for "${chosen.scenario.words[0]}", so I play that part of my script.`
          : 'I know no part of my script by that name.',
      )
    }
    await turn.listAttachments()
    const stopReason = chosen ? await chosen.scenario.run(turn, chosen.rest) : await answerAnything(turn)
    return stopReason ?? 'end_turn'
  }

  #save(session: DemoSession): void {
    // Do not write the file of a closed or deleted session again.
    if (this.#sessions.has(session.sessionId))
      this.#store.write(session)
  }

  async #notify(client: AgentContext, session: DemoSession, update: SessionUpdate): Promise<void> {
    try {
      await client.notify(methods.client.session.update, { sessionId: session.sessionId, update })
    }
    catch (error) {
      this.#report(`could not send an update to the client: ${String(error)}`)
    }
  }
}

/** Derives a title from the first line of the first prompt. */
function deriveTitle(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line === '' ? 'Demo' : line.length > 60 ? `${line.slice(0, 59)}…` : line
}
