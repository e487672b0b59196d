import { RequestError } from '@agentclientprotocol/sdk'
import { HostError } from '../../../shared/errors'
import { FileError, fileErrorCode } from '../../workspace/fileErrors'

/** Invalid parameters are the agent's fault, and it is told so. */
export async function serveQuestion<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    throw error instanceof HostError && error.code === 'invalid_params' ? RequestError.invalidParams(undefined, error.message) : error
  }
}

/** What became of a file, as the protocol's errors say it. */
export async function serveFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    if (!(error instanceof FileError))
      throw error
    throw Object.assign(new RequestError(fileErrorCode(error), error.message), { isDecided: error.isDecided })
  }
}

/** A terminal that is not there is a resource that was not found. */
export async function serveTerminal<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  }
  catch (error) {
    throw error instanceof HostError && error.code === 'not_found' ? new RequestError(-32002, error.message) : error
  }
}
