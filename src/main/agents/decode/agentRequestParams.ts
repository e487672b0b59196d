import type {
  CompleteElicitationNotification,
  CreateElicitationRequest,
  CreateTerminalRequest,
  ReadTextFileRequest,
  RequestPermissionRequest,
  WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { cutText } from './cutText'
import { dropInvalidFields, isNumber, isText, isWholeNumber, onlyMeta, type OptionalFields } from './optionalFields'
import { decodeToolCall } from './sessionUpdateDecoder'

const optionalFormFields: OptionalFields = { ...onlyMeta, title: isText, description: isText, required: Array.isArray }

const optionalPropertyFields: OptionalFields = {
  ...onlyMeta,
  type: isText,
  title: isText,
  description: isText,
  format: isText,
  pattern: isText,
  minLength: isWholeNumber,
  maxLength: isWholeNumber,
  minItems: isWholeNumber,
  maxItems: isWholeNumber,
  minimum: isNumber,
  maximum: isNumber,
  enum: Array.isArray,
  oneOf: Array.isArray,
  items: isJsonObject,
}

// The SDK's parsers reject unknown permission kinds and a map as `env`, and drop unknown fields; these accept and keep
// them. The SDK turns a ZodError into -32602.

const id = z.string().min(1).max(256)
// Reject invalid numbers: reading half of a file instead of all of it, or vice versa, would be worse than an error.
const lineCount = z.number().int().nonnegative().nullish()
const byteCount = z.number().nonnegative().nullish().catch(undefined)

/** Longer names are unreadable in a dialog. */
const maxName = 1_000
const permissionOption = z
  .looseObject({
    optionId: id.catch(''),
    name: z.string().optional().catch(undefined),
    kind: z.string().max(64).catch(''),
  })
  .catch({ optionId: '', name: '', kind: '' })
  .transform(option => ({ ...option, name: cutText(option.name ?? option.optionId, maxName) }))

const permission = z.looseObject({
  sessionId: id,
  // A tool call that can't be shown is rejected later, when Parley can notify the person.
  toolCall: z
    .looseObject({ toolCallId: id })
    .catch({ toolCallId: '' })
    .transform(call => decodeToolCall(call, []) ?? { toolCallId: call.toolCallId }),
  options: z.array(permissionOption).catch([]),
})
const readTextFile = z.looseObject({ sessionId: id, path: z.string(), line: lineCount, limit: lineCount })
const writeTextFile = z.looseObject({ sessionId: id, path: z.string(), content: z.string() })
const variable = z.looseObject({ name: z.string().min(1), value: z.string() })
const environment = z.union([
  z.array(variable),
  z.record(z.string(), z.string()).transform(map => Object.entries(map).map(([name, value]) => ({ name, value }))),
])
const createTerminal = z.looseObject({
  sessionId: id,
  command: z.string().min(1),
  args: z.array(z.string()).nullish().transform(args => args ?? undefined),
  env: environment.nullish().transform(env => env ?? undefined),
  cwd: z.string().nullish(),
  outputByteLimit: byteCount,
  // The name used by some agents.
  maxOutputBytes: byteCount,
}).transform(({ maxOutputBytes, ...params }) => ({
  ...params,
  outputByteLimit: params.outputByteLimit ?? maxOutputBytes,
}))
const terminal = z.looseObject({ sessionId: id, terminalId: id })
const elicitation = z
  .discriminatedUnion('mode', [
    z.looseObject({
      mode: z.literal('form'),
      message: z.string(),
      requestedSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) }),
    }),
    z.looseObject({ mode: z.literal('url'), message: z.string(), elicitationId: id, url: z.string().max(8192) }),
  ])
  .refine(
    request =>
      isJsonObject(request)
      && (typeof request.sessionId === 'string') !== (request.requestId !== undefined && request.requestId !== null),
    'needs a sessionId or a requestId',
  )
const complete = z.looseObject({ elicitationId: id })

/** Parses `session/request_permission`. An option's `kind` may be one that ACP does not define. */
export function parsePermissionRequest(params: unknown): RequestPermissionRequest {
  return permission.parse(params) as RequestPermissionRequest // deliberately wider than the SDK's kind
}

/** Parses `fs/read_text_file`. Throws on malformed parameters. */
export function parseReadTextFileRequest(params: unknown): ReadTextFileRequest {
  return readTextFile.parse(params)
}

/** Parses `fs/write_text_file`. Throws on malformed parameters. */
export function parseWriteTextFileRequest(params: unknown): WriteTextFileRequest {
  return writeTextFile.parse(params)
}

/** Parses `terminal/create`. Accepts `env` as pairs or a map and returns pairs. Throws on malformed parameters. */
export function parseCreateTerminalRequest(params: unknown): CreateTerminalRequest {
  return createTerminal.parse(params)
}

/** Parses a request about an existing terminal. Throws on malformed parameters. */
export function parseTerminalRequest(params: unknown): { sessionId: string, terminalId: string } {
  return terminal.parse(params)
}

/** Parses `elicitation/create` and drops malformed parts of its form. Throws on other malformed parameters. */
export function parseElicitationRequest(params: unknown): CreateElicitationRequest {
  const request = elicitation.parse(params)
  return (request.mode === 'form'
    ? { ...request, requestedSchema: decodeForm(request.requestedSchema) }
    : request) as unknown as CreateElicitationRequest // every field was checked
}

/** Parses `elicitation/complete`. Does not throw, because the SDK would log each error of a notification. */
export function parseElicitationComplete(params: unknown): CompleteElicitationNotification | undefined {
  return complete.safeParse(params).data
}

/** Drops malformed parts of a form's schema: properties that are not objects, limits and titles of the wrong type. */
function decodeForm(schema: JsonObject): JsonObject {
  const form = dropInvalidFields(schema, optionalFormFields, [])
  const properties = Object.entries(isJsonObject(form.properties) ? form.properties : {})
    .flatMap(([name, property]) =>
      isJsonObject(property) ? [[name, dropInvalidFields(property, optionalPropertyFields, [])] as const] : [],
    )
  return {
    ...form,
    properties: Object.fromEntries(properties),
    ...Array.isArray(form.required) && { required: form.required.filter(isText) },
  }
}
