import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

const internalError = -32603

/**
 * An agent's answer as JSON-RPC has it: a result or an error. Some write out all fields that a message can have, the empty ones as
 * `null`; an error that is not one of the protocol's is one all the same.
 */
export function decodeAnswer({ id, result, error }: JsonObject): JsonObject {
  if (error !== undefined && error !== null)
    return { jsonrpc: '2.0', id, error: decodeError(error) }
  if (result !== undefined)
    return { jsonrpc: '2.0', id, result }
  return { jsonrpc: '2.0', id, error: { code: internalError, message: 'The agent answered with neither a result nor an error.' } }
}

function decodeError(error: unknown): JsonObject {
  const { code, message, data } = isJsonObject(error) ? error : { code: undefined, message: error, data: undefined }
  return {
    code: Number.isSafeInteger(code) ? code : internalError,
    message: typeof message === 'string' ? message : '',
    ...(data !== undefined && { data }),
  }
}
