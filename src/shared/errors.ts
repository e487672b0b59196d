/**
 * Codes of expected failures that the person can be told about. Anything else is a bug and reaches the renderer as
 * `internal`.
 */
export type HostErrorCode
  = | 'additional_folder'
    | 'agent_exited'
    | 'agent_failed'
    | 'agent_not_found'
    | 'busy'
    | 'closed'
    | 'command_changed'
    | 'folder_not_found'
    | 'internal'
    | 'invalid_params'
    | 'name_taken'
    | 'not_found'
    | 'outside_workspace'
    | 'sign_in_needed'
    | 'storage'
    | 'taken_back'
    | 'timeout'
    | 'unsupported'

/** An expected failure. The message tells the person what happened and what to do. */
export class HostError extends Error {
  readonly code: HostErrorCode

  constructor(code: HostErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'HostError'
    this.code = code
  }
}

/** The message of any thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The `code` of a system error, such as `ENOENT`. */
export function getSystemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
