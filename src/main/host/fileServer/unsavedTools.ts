import { z } from 'zod'
import { safeParse } from '../../../shared/text/safeParse'
import { FileError } from '../../workspace/fileErrors'

/** Files with unsaved text that a session may read. */
export interface UnsavedSource {
  /** Lists absolute paths. */
  readonly list: () => Promise<readonly string[]>
  /** Reads the text or some lines. Returns `undefined` if nothing is unsaved. Throws a `FileError`. */
  readonly read: (path: string, range: { line?: number | undefined, limit?: number | undefined }) => Promise<string | undefined>
}

/** MCP's `CallToolResult`. */
export interface ToolAnswer {
  readonly content: readonly [{ readonly type: 'text', readonly text: string }]
  readonly isError?: true
}

/** Instructions for the agent. */
export const instructions = [
  'The person edits files in Parley, and some of what they wrote may not be saved.',
  'Before you read or change a file of this folder, ask list_unsaved_files;',
  'read those it names with read_unsaved_file, since the disk holds an older text.',
  'Write files as you usually do: Parley merges what you write with what the person has not saved.',
].join(' ')

/** The server's tools, all read-only. */
export const unsavedTools = [
  {
    name: 'list_unsaved_files',
    description: 'Lists the files that the person edited in Parley and has not saved: the disk holds an older text of each.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'read_unsaved_file',
    description: 'Reads a file as the person sees it in Parley, with what is not saved.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The absolute path, as list_unsaved_files gives it.' },
        line: { type: 'integer', minimum: 1, description: 'The first line to read, counted from 1.' },
        limit: { type: 'integer', minimum: 1, description: 'How many lines to read.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
] as const

const line = z.number().int().min(1).optional()
const readArguments = z.strictObject({ path: z.string().min(1).max(32_767), line, limit: line })

/** Calls a tool. Returns `undefined` if it doesn't exist. The answer explains invalid requests. */
export async function callUnsavedTool(
  name: string,
  given: unknown,
  source: UnsavedSource,
): Promise<ToolAnswer | undefined> {
  if (name === 'list_unsaved_files') {
    const paths = await source.list()
    return createAnswer(paths.length > 0 ? paths.join('\n') : 'There are none: the disk holds what the person sees.')
  }
  if (name !== 'read_unsaved_file')
    return undefined
  const { success, data } = safeParse(readArguments, given)
  if (!success) {
    return {
      ...createAnswer('Give the path, as list_unsaved_files lists it; line and limit are whole numbers from 1.'),
      isError: true,
    }
  }
  try {
    // Only listed files, because the list excludes other folders and names that suggest secrets.
    const text = (await source.list()).includes(data.path) ? await source.read(data.path, data) : undefined
    return text === undefined
      ? { ...createAnswer('This file has no unsaved text that you may read. Read it from the disk.'), isError: true }
      : createAnswer(text)
  }
  catch (error) {
    if (error instanceof FileError)
      return { ...createAnswer(error.message), isError: true }
    throw error
  }
}

function createAnswer(text: string): ToolAnswer {
  return { content: [{ type: 'text', text }] }
}
