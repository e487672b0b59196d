import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { OpenableLocation } from '../../../workspace/workspace'
import { FileError } from '../../../workspace/fileErrors'
import { readTextFile } from '../../../workspace/files/textFiles'

/** What a question about a write shows of it. */
export type PlannedWrite = Pick<ToolCallUpdate, 'content' | 'rawInput'>

/** Longer texts are neither kept in the log nor read by a person. */
const maxCharacters = 256 * 1024

/** What would be written, as a change of the file's present text; nothing for anything but a write. */
export async function plannedWrite(location: OpenableLocation, path: string, content: string | undefined): Promise<PlannedWrite> {
  if (content === undefined)
    return {}
  if (content.length > maxCharacters)
    return { rawInput: { 'new text': `${content.length.toLocaleString('en')} characters, too long to be shown` } }
  return { content: [{ type: 'diff', path, oldText: await textNow(location, path), newText: content }] }
}

/** `null`: there is no such file. */
async function textNow(location: OpenableLocation, path: string): Promise<string | null> {
  try {
    const text = await readTextFile({ path }, location)
    return text.length <= maxCharacters ? text : ''
  }
  catch (error) {
    if (!(error instanceof FileError))
      throw error
    return error.kind === 'not_found' ? null : '' // what cannot be shown as text is replaced all the same
  }
}
