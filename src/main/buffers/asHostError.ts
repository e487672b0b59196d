import { HostError } from '../../shared/errors'
import { toFileError } from '../workspace/fileErrors'

/** The error when another program keeps writing the file. */
export function createBusyError(path: string): HostError {
  return new HostError('unsupported', `Another program is writing ${path} right now. Try again once it has ended.`)
}

/** Converts a file error to a `HostError`. */
export function asHostError(error: unknown, path: string): HostError {
  if (error instanceof HostError)
    return error
  const fault = toFileError(error, path)
  switch (fault.kind) {
    case 'outside': return new HostError('outside_workspace', fault.message, { cause: error })
    case 'not_found': return new HostError('not_found', fault.message, { cause: error })
    case 'invalid': return new HostError('invalid_params', fault.message, { cause: error })
    case 'too_large':
    case 'denied':
    case 'not_text':
    case 'not_file': return new HostError('unsupported', fault.message, { cause: error })
  }
}
