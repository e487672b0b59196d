import type {
  AgentCapabilities,
  AuthMethod,
  InitializeResponse,
  ListSessionsResponse,
  LoadSessionResponse,
  NewSessionResponse,
  PromptResponse,
  SetSessionConfigOptionResponse,
} from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { HostError } from '../../../shared/errors'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { parse, safeParse } from '../../../shared/text/safeParse'
import { decodeConfigOptions } from './configOptionDecoder'
import { eachOnce } from './contentDecoder'
import { cutText } from './cutText'

// The SDK does not check an agent's results. Malformed optional parts are dropped; malformed required parts are errors.

const text = z.string()
/** For lists and headings; more would only be in the way. */
const word = text.transform(value => cutText(value, 200))
const sentence = text.transform(value => cutText(value, 2_000))
const maxAuthMethods = 32
const maxSessionsOfPage = 1_000
const maxFolders = 32
/** It is sent back to the agent unchanged. */
const maxCursor = 64 * 1024
const id = z.string().min(1).max(256)
const flag = z.boolean().catch(false)
/** `{}` means yes, `null` or nothing means no; some agents send `true`. */
const marker = z.preprocess(value => value === true ? {} : value, z.looseObject({}).nullish().catch(undefined))

const capabilities = z.looseObject({
  loadSession: flag.optional(),
  // Stored with the thread, which needs no other field.
  promptCapabilities: z
    .object({ image: flag.optional(), audio: flag.optional(), embeddedContext: flag.optional() })
    .optional()
    .catch(undefined),
  mcpCapabilities: z.looseObject({ http: flag.optional(), sse: flag.optional() }).optional().catch(undefined),
  sessionCapabilities: z
    .looseObject({ list: marker, delete: marker, additionalDirectories: marker, resume: marker, close: marker, fork: marker })
    .optional()
    .catch(undefined),
  auth: z.looseObject({ logout: marker }).optional().catch(undefined),
})

const authMethod = z.looseObject({
  id,
  name: word,
  description: sentence.nullish().catch(undefined),
  args: z.array(text).optional().catch(undefined),
  env: z.record(text, text).optional().catch(undefined),
}).transform(method => ({ ...method, name: method.name.trim() || cutText(method.id, 200) }))

const initializeResult = z.looseObject({
  agentCapabilities: capabilities.nullish().catch(undefined).transform(value => value ?? {}),
  authMethods: items(authMethod, maxAuthMethods).transform(methods =>
    eachOnce(methods, { keyOf: method => method.id, name: 'sign-in method', repairs: [] }),
  ),
  _meta: z.looseObject({ steering: z.looseObject({ supported: flag }) }).optional().catch(undefined),
  agentInfo: z.object({ name: word, title: word.nullish().catch(undefined), version: word.catch('') }).nullish().catch(undefined),
})

const modes = z
  .looseObject({
    currentModeId: id,
    availableModes: items(z.looseObject({ id, name: text, description: text.nullish().catch(undefined) })).transform(modes =>
      eachOnce(modes, { keyOf: mode => mode.id, name: 'mode', repairs: [] }),
    ),
  })
  .nullish()
  .catch(undefined)
const configOptions = z.array(z.unknown()).nullish().catch(undefined).transform(options => options && decodeConfigOptions(options, []))
const sessionState = z.looseObject({ modes, configOptions })

const sessionInfo = z.looseObject({
  sessionId: id,
  cwd: text.min(1).max(4096),
  title: word.nullish().catch(undefined),
  updatedAt: text.nullish().catch(undefined),
  additionalDirectories: items(text.min(1).max(4096), maxFolders),
})
const sessionList = z.looseObject({ sessions: z.array(z.unknown()), nextCursor: text.min(1).max(maxCursor).nullish().catch(undefined) })

/** The first `most` items of an array, without malformed ones. */
function items<T extends z.ZodType>(item: T, most = Infinity) {
  return z.array(z.unknown()).catch([]).default([]).transform(values => values.slice(0, most).flatMap((value) => {
    const checked = safeParse(item, value)
    return checked.success ? [checked.data] : []
  }))
}

/** What an agent said about itself, checked. */
export interface InitializeResult {
  readonly capabilities: AgentCapabilities
  readonly authMethods: readonly AuthMethod[]
  /** Supports steering: messages within a running turn, an extension of ACP. */
  readonly canSteer: boolean
  readonly agentInfo?: { readonly name: string, readonly title?: string | null, readonly version: string }
}

/** The result of `initialize`. Throws where it names no version of the protocol. */
export function readInitializeResult(value: unknown): InitializeResult {
  const version = safeParse(z.looseObject({ protocolVersion: z.unknown() }), value)
  if (!version.success) {
    throw new HostError(
      'agent_failed',
      'The agent did not introduce itself as the Agent Client Protocol requires. Check that its command starts it in ACP mode.',
    )
  }
  const { protocolVersion } = version.data
  if (protocolVersion !== 1) {
    throw new HostError(
      'agent_failed',
      Number.isInteger(protocolVersion)
        ? `The agent speaks version ${shown(protocolVersion)} of the Agent Client Protocol; Parley speaks version 1.`
        + ' Update the agent or Parley.'
        : `The agent names version ${shown(protocolVersion)} of the Agent Client Protocol, which is not a whole number. Update the agent.`,
    )
  }
  // optional parts were checked one by one
  const result = parse(initializeResult, value)
  const { agentCapabilities, authMethods, agentInfo } = result as InitializeResponse
  return {
    capabilities: agentCapabilities ?? {},
    authMethods: authMethods ?? [],
    canSteer: result._meta?.steering.supported === true,
    agentInfo: agentInfo ?? undefined,
  }
}

/** The result of `session/new`. Throws where it names no session. */
export function readNewSessionResult(value: unknown): NewSessionResponse {
  const result = safeParse(sessionState.extend({ sessionId: id }), value)
  if (!result.success)
    throw new HostError('agent_failed', 'The agent did not say which session it began. Try again, or choose another agent.')
  return result.data
}

/** A page of sessions as an agent lists them. */
export interface ReadSessionPage extends ListSessionsResponse {
  /** It held more than a page may have; the rest was dropped. */
  readonly isCut: boolean
}

/**
 * A page of sessions, without malformed ones. A session without a folder belongs to `folder`, if only that folder was
 * asked for.
 */
export function readSessionList(value: unknown, folder?: string): ReadSessionPage {
  const page = safeParse(sessionList, value)
  if (!page.success)
    throw new HostError('agent_failed', 'The agent did not answer with a list of sessions. Update the agent, or try again.')
  const sessions = items(sessionInfo, maxSessionsOfPage).parse(
    page.data.sessions.map(session => (isJsonObject(session) ? { ...session, cwd: session.cwd ?? folder } : session)),
  )
  return { sessions, nextCursor: page.data.nextCursor, isCut: page.data.sessions.length > maxSessionsOfPage }
}

/** The result of `session/load` and `session/resume`; the protocol allows `null`. */
export function readSessionState(value: unknown): LoadSessionResponse {
  const result = safeParse(sessionState, value ?? {})
  return result.success ? result.data : {}
}

/** An unknown stop reason is kept: the turn has ended anyway. */
export function readPromptResult(value: unknown): PromptResponse {
  const result = safeParse(z.looseObject({ stopReason: z.string().min(1).max(64) }), value)
  return (result.success ? result.data : { stopReason: 'end_turn' }) as PromptResponse // the reason may be wider than ACP's five
}

/** What became of a message for a running turn. */
export type SteerOutcome = 'injected' | 'startedNewTurn' | 'promptRequired' | 'failed'

/** The outcome of a message for a running turn; any other answer is taken for a refusal. */
export function readSteerResult(value: unknown): SteerOutcome {
  const result = safeParse(z.looseObject({ outcome: z.enum(['injected', 'startedNewTurn', 'promptRequired']) }), value)
  return result.success ? result.data.outcome : 'failed'
}

/** The result of setting an option; `undefined` if it lists no options. */
export function readConfigOptionsResult(value: unknown): SetSessionConfigOptionResponse | undefined {
  const result = safeParse(z.looseObject({ configOptions: z.array(z.unknown()) }), value)
  return result.success ? { configOptions: decodeConfigOptions(result.data.configOptions, []) } : undefined
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'none').slice(0, 40)
}
