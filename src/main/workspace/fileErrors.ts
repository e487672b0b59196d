import { systemCode } from '../../shared/errors'

/** Why a file request cannot be served. */
type FileErrorKind = 'outside' | 'not_found' | 'too_large' | 'denied' | 'not_text' | 'not_file' | 'invalid'

/**
 * A file request that cannot be served. The agent gets the message; for an outside path it never reveals whether that
 * exists.
 */
export class FileError extends Error {
  readonly kind: FileErrorKind
  /** The person or a rule refused it. */
  readonly isDecided: boolean

  constructor(kind: FileErrorKind, message: string, options: { cause?: unknown, isDecided?: boolean } = {}) {
    super(message, options)
    this.name = 'FileError'
    this.kind = kind
    this.isDecided = options.isDecided ?? false
  }
}

/** An escape from the workspace, or a path that the person did not allow. */
export function outsideError({ isDecided = false } = {}): FileError {
  return new FileError('outside', 'File access denied: path outside workspace', { isDecided })
}

/** A name that is not UTF-8 is listed with U+FFFD in it, and leads nowhere. */
/**
 * A path in a folder of the thread that was deleted, moved or replaced: what is there now is not what the thread was
 * given.
 */
export function folderGoneError(folder: string): FileError {
  return new FileError('outside', `File access denied: the thread's folder is not there any more: ${folder}`)
}

/** There is no such file. */
export function notFoundError(path: string): FileError {
  const hint = path.includes('\uFFFD') ? ' (names that are not UTF-8 cannot be opened)' : ''
  return new FileError('not_found', `File not found: ${path}${hint}`)
}

/** The file is longer than what is read. */
export function tooLargeError(sizeBytes: number): FileError {
  return new FileError('too_large', `File too large (${sizeBytes} bytes)`)
}

/** The system, the person or a rule refused it. */
export function deniedError(path: string, options?: { cause?: unknown, isDecided?: boolean }): FileError {
  return new FileError('denied', `Permission denied: ${path}`, options)
}

/** It is a folder, a device or the like. */
export function notFileError(path: string): FileError {
  return new FileError('not_file', `Not a regular file: ${path}`)
}

/** The file is not UTF-8 text. */
export function notTextError(path: string): FileError {
  return new FileError('not_text', `Not a UTF-8 text file: ${path}`)
}

/** The JSON-RPC code that an agent gets: ACP's "resource not found", "internal error" or "invalid params". */
export function fileErrorCode(error: FileError): -32002 | -32603 | -32602 {
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

/** An error of the system as a `FileError`; a `FileError` is returned as it is. */
export function toFileError(error: unknown, path: string): FileError {
  if (error instanceof FileError)
    return error
  const code = systemCode(error)
  switch (code) {
    case 'ENOENT': return notFoundError(path)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS': return deniedError(path, { cause: error })
    // O_NOFOLLOW met a link that did not exist when the path was resolved: it was swapped in meanwhile.
    case 'ELOOP': return outsideError()
    case 'EISDIR':
    case 'ENOTDIR':
    case 'ENXIO': return notFileError(path)
    case 'ENAMETOOLONG': return new FileError('invalid', 'Invalid path: a name in it is too long', { cause: error })
    case 'ENOSPC':
    case 'EDQUOT': return new FileError('invalid', `No space left for ${path}`, { cause: error })
    default: return new FileError('invalid', `Cannot access ${path} (${code ?? 'unknown error'})`, { cause: error })
  }
}
