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
import { dedupeByKey } from './contentDecoder'
import { cutText } from './cutText'

// The SDK does not validate results. Malformed optional parts are dropped; malformed required parts are errors.

const text = z.string()
/** Names in lists and headings. */
const label = text.transform(value => cutText(value, 200))
const sentence = text.transform(value => cutText(value, 2_000))
const maxAuthMethods = 32
const maxSessionsOfPage = 1_000
const maxFolders = 32
/** Cursors are sent back unchanged, so they are rejected rather than cut. */
const maxCursor = 64 * 1024
const id = z.string().min(1).max(256)
const flag = z.boolean().catch(false)
/** `{}` means supported, `null` or absent means unsupported; some agents send `true`. */
const marker = z.preprocess(value => value === true ? {} : value, z.looseObject({}).nullish().catch(undefined))

const capabilities = z.looseObject({
  loadSession: flag.optional(),
  // The only fields that the thread stores.
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
  name: label,
  description: sentence.nullish().catch(undefined),
  args: z.array(text).optional().catch(undefined),
  env: z.record(text, text).optional().catch(undefined),
}).transform(method => ({ ...method, name: method.name.trim() || cutText(method.id, 200) }))

const initializeResult = z.looseObject({
  agentCapabilities: capabilities.nullish().catch(undefined).transform(value => value ?? {}),
  authMethods: items(authMethod, maxAuthMethods).transform(methods =>
    dedupeByKey(methods, { keyOf: method => method.id, name: 'sign-in method', repairs: [] }),
  ),
  _meta: z.looseObject({ steering: z.looseObject({ supported: flag }) }).optional().catch(undefined),
  agentInfo: z.object({ name: label, title: label.nullish().catch(undefined), version: label.catch('') })
    .nullish()
    .catch(undefined),
})

const modes = z
  .looseObject({
    currentModeId: id,
    availableModes: items(z.looseObject({
      id,
      name: text,
      description: text.nullish().catch(undefined),
    })).transform(modes =>
      dedupeByKey(modes, { keyOf: mode => mode.id, name: 'mode', repairs: [] }),
    ),
  })
  .nullish()
  .catch(undefined)
const configOptions = z.array(z.unknown())
  .nullish()
  .catch(undefined)
  .transform(options => options && decodeConfigOptions(options, []))
const sessionState = z.looseObject({ modes, configOptions })

const sessionInfo = z.looseObject({
  sessionId: id,
  cwd: text.min(1).max(4096),
  title: label.nullish().catch(undefined),
  updatedAt: text.nullish().catch(undefined),
  additionalDirectories: items(text.min(1).max(4096), maxFolders),
})
const sessionList = z.looseObject({
  sessions: z.array(z.unknown()),
  nextCursor: text.min(1).max(maxCursor).nullish().catch(undefined),
})

/** Keeps the first `max` items, and drops malformed ones among them. */
function items<T extends z.ZodType>(item: T, max = Infinity) {
  return z.array(z.unknown()).catch([]).default([]).transform(values => values.slice(0, max).flatMap((value) => {
    const checked = safeParse(item, value)
    return checked.success ? [checked.data] : []
  }))
}

/** The validated result of `initialize`. */
export interface InitializeResult {
  readonly capabilities: AgentCapabilities
  readonly authMethods: readonly AuthMethod[]
  /** Supports steering, an extension of ACP: messages during a turn. */
  readonly canSteer: boolean
  readonly agentInfo?: { readonly name: string, readonly title?: string | null, readonly version: string }
}

/** Parses the result of `initialize`. Throws unless the protocol version is 1. */
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
        ? `The agent speaks version ${quote(protocolVersion)} of the Agent Client Protocol; Parley speaks version 1.`
        + ' Update the agent or Parley.'
        : `The agent names version ${quote(protocolVersion)} of the Agent Client Protocol, which is not a whole number. Update the agent.`,
    )
  }
  // the schema replaces malformed optional parts
  const result = parse(initializeResult, value)
  const { agentCapabilities, authMethods, agentInfo } = result as InitializeResponse
  return {
    capabilities: agentCapabilities ?? {},
    authMethods: authMethods ?? [],
    canSteer: result._meta?.steering.supported === true,
    agentInfo: agentInfo ?? undefined,
  }
}

/** Parses the result of `session/new`. Throws if the session id is missing. */
export function readNewSessionResult(value: unknown): NewSessionResponse {
  const result = safeParse(sessionState.extend({ sessionId: id }), value)
  if (!result.success) {
    throw new HostError(
      'agent_failed',
      'The agent did not say which session it began. Try again, or choose another agent.',
    )
  }
  return result.data
}

/** One page of `session/list`. */
export interface ReadSessionPage extends ListSessionsResponse {
  /** The page exceeded the limit and was cut. */
  readonly isCut: boolean
}

/**
 * Parses a page of sessions and drops malformed ones. `folder` is the default `cwd`, if the request was limited to it.
 */
export function readSessionList(value: unknown, folder?: string): ReadSessionPage {
  const page = safeParse(sessionList, value)
  if (!page.success) {
    throw new HostError(
      'agent_failed',
      'The agent did not answer with a list of sessions. Update the agent, or try again.',
    )
  }
  const sessions = items(sessionInfo, maxSessionsOfPage).parse(
    page.data.sessions.map(session => (isJsonObject(session) ? { ...session, cwd: session.cwd ?? folder } : session)),
  )
  return { sessions, nextCursor: page.data.nextCursor, isCut: page.data.sessions.length > maxSessionsOfPage }
}

/** Parses the result of `session/load` and `session/resume`; the protocol allows `null`. */
export function readSessionState(value: unknown): LoadSessionResponse {
  const result = safeParse(sessionState, value ?? {})
  return result.success ? result.data : {}
}

/** Parses the result of `session/prompt`. Keeps an unknown stop reason, because the turn has ended anyway. */
export function readPromptResult(value: unknown): PromptResponse {
  const result = safeParse(z.looseObject({ stopReason: z.string().min(1).max(64) }), value)
  return (result.success ? result.data : { stopReason: 'end_turn' }) as PromptResponse // the reason may be wider than ACP's five
}

/** The outcome of a steering message. */
export type SteerOutcome = 'injected' | 'startedNewTurn' | 'promptRequired' | 'failed'

/** Parses the result of a steering message. Treats an unknown outcome as `failed`. */
export function readSteerResult(value: unknown): SteerOutcome {
  const result = safeParse(z.looseObject({ outcome: z.enum(['injected', 'startedNewTurn', 'promptRequired']) }), value)
  return result.success ? result.data.outcome : 'failed'
}

/** Parses the result of `session/set_config_option`; `undefined` if it lists no options. */
export function readConfigOptionsResult(value: unknown): SetSessionConfigOptionResponse | undefined {
  const result = safeParse(z.looseObject({ configOptions: z.array(z.unknown()) }), value)
  return result.success ? { configOptions: decodeConfigOptions(result.data.configOptions, []) } : undefined
}

function quote(value: unknown): string {
  return (JSON.stringify(value) ?? 'none').slice(0, 40)
}
