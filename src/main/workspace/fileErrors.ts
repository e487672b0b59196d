import { getSystemCode } from '../../shared/errors'

/** Why a file request cannot be served. */
type FileErrorKind = 'outside' | 'not_found' | 'too_large' | 'denied' | 'not_text' | 'not_file' | 'invalid'

/**
 * A file request that cannot be served. The agent gets the message, which must not reveal whether an outside path
 * exists.
 */
export class FileError extends Error {
  readonly kind: FileErrorKind
  /** The person or a rule rejected the request. */
  readonly isDecided: boolean

  constructor(kind: FileErrorKind, message: string, options: { cause?: unknown, isDecided?: boolean } = {}) {
    super(message, options)
    this.name = 'FileError'
    this.kind = kind
    this.isDecided = options.isDecided ?? false
  }
}

/** For a path that escapes the workspace or that the person did not allow. */
export function createOutsideError({ isDecided = false } = {}): FileError {
  return new FileError('outside', 'File access denied: path outside workspace', { isDecided })
}

/** For a path in a thread's folder that was deleted, moved or replaced. */
export function createFolderGoneError(folder: string): FileError {
  return new FileError('outside', `File access denied: the thread's folder is not there any more: ${folder}`)
}

/** For a missing file. Listings show a name that is not UTF-8 with U+FFFD, and such a path cannot be opened. */
export function createNotFoundError(path: string): FileError {
  const hint = path.includes('\uFFFD') ? ' (names that are not UTF-8 cannot be opened)' : ''
  return new FileError('not_found', `File not found: ${path}${hint}`)
}

/** For a file above the size limit. */
export function createTooLargeError(sizeBytes: number): FileError {
  return new FileError('too_large', `File too large (${sizeBytes} bytes)`)
}

/** For access that the system, the person or a rule denied. */
export function createDeniedError(path: string, options?: { cause?: unknown, isDecided?: boolean }): FileError {
  return new FileError('denied', `Permission denied: ${path}`, options)
}

/** For a folder, a device or another special file. */
export function createNotFileError(path: string): FileError {
  return new FileError('not_file', `Not a regular file: ${path}`)
}

/** For a file that is not UTF-8 text. */
export function createNotTextError(path: string): FileError {
  return new FileError('not_text', `Not a UTF-8 text file: ${path}`)
}

/** The JSON-RPC error code for the agent: "resource not found", "internal error" or "invalid params". */
export function toJsonRpcCode(error: FileError): -32002 | -32603 | -32602 {
  switch (error.kind) {
    case 'not_found': return -32002
    case 'denied': return -32603
    case 'outside':
    case 'too_large':
    case 'not_text':
    case 'not_file':
    case 'invalid': return -32602
  }
}

/** Converts a system error to a `FileError`. Returns a `FileError` unchanged. */
export function toFileError(error: unknown, path: string): FileError {
  if (error instanceof FileError)
    return error
  const code = getSystemCode(error)
  switch (code) {
    case 'ENOENT': return createNotFoundError(path)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': return createDeniedError(path, { cause: error })
    // O_NOFOLLOW found a link that was swapped in after the path was resolved.
    case 'ELOOP': return createOutsideError()
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ENXIO': return createNotFileError(path)
    case 'ENAMETOOLONG': return new FileError('invalid', 'Invalid path: a name in it is too long', { cause: error })
    case 'ENOSPC':
    case 'EDQUOT': return new FileError('invalid', `No space left for ${path}`, { cause: error })
    default: return new FileError('invalid', `Cannot access ${path} (${code ?? 'unknown error'})`, { cause: error })
  }
}
