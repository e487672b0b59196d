import type { ReadTextFileResponse } from '@agentclientprotocol/sdk'
import type { AgentDialect } from '../../agents/agentDefinition'
import { FileError } from '../../workspace/fileErrors'

/** Reads a file; one that is not there is empty to an agent that could not go on otherwise. Whatever else is wrong with it stays wrong. */
export async function readOrEmpty(
  path: string,
  { emptyFiles }: AgentDialect,
  read: () => Promise<ReadTextFileResponse>,
): Promise<ReadTextFileResponse> {
  try {
    return await read()
  }
  catch (error) {
    if (emptyFiles !== undefined && error instanceof FileError && error.kind === 'not_found' && new RegExp(emptyFiles).test(path))
      return { content: '' }
    throw error
  }
}
