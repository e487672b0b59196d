import type { Stats } from 'node:fs'
import type { MentionedPath, PathPreview } from '../../../shared/contract/methods/fileMethods'
import type { OpenableLocation } from '../../workspace/workspace'
import { readdir, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HostError } from '../../../shared/errors'
import { detectFileType, isShown, maxShownBytes } from '../../../shared/files/checkedType'
import { countUtf8Bytes } from '../../../shared/text/utf8'
import { createTooLargeError, FileError, toFileError } from '../../workspace/fileErrors'
import { openFolder, openRegularFile, resolveInFolder } from '../../workspace/files/openFile'
import { readTextFile } from '../../workspace/files/textFiles'
import { isProtected, secretNotShown } from '../../workspace/protectedNames'
import { resolveWrittenPath, type ThreadPlaces, toWrittenPath } from './threadPlaces'

/** Types by file extension. Other files have none. */
const extensionsByType: Readonly<Record<string, string>> = {
  'text/plain': 'txt log text ini cfg conf env lock',
  'text/markdown': 'md markdown mdx',
  'text/html': 'html htm',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/javascript': 'js mjs cjs jsx',
  'text/x-typescript': 'ts mts cts tsx',
  'text/x-vue': 'vue',
  'text/x-python': 'py pyi',
  'text/x-ruby': 'rb',
  'text/x-rust': 'rs',
  'text/x-go': 'go',
  'text/x-java': 'java kt kts',
  'text/x-c': 'c h',
  'text/x-c++': 'cc cpp cxx hpp hh',
  'text/x-csharp': 'cs',
  'text/x-php': 'php',
  'text/x-swift': 'swift',
  'text/x-shellscript': 'sh bash zsh fish',
  'text/x-sql': 'sql',
  'text/x-scss': 'scss sass less',
  'application/json': 'json jsonc json5 map',
  'application/yaml': 'yaml yml',
  'application/toml': 'toml',
  'application/xml': 'xml xsl plist',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz tgz',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
}
const typeByExtension = new Map(Object.entries(extensionsByType)
  .flatMap(([type, extensions]) => extensions.split(' ').map(extension => [extension, type] as const)))

/** Larger files are not embedded in the message; the agent reads what it needs. */
const maxEmbeddedBytes = 16_000
/** Limits of a preview. */
const previewLines = 2_000
const previewCharacters = 200_000
const previewNames = 1_000

interface Found {
  readonly location: OpenableLocation
  readonly status: Stats
  /** The name suggests secrets. */
  readonly isSecret: boolean
}

/** Creates the mention of a file or folder. Returns `undefined` if it is missing or outside the workspace. */
export async function resolveMention(
  { path, withText = false }: { path: string, withText?: boolean | undefined },
  places: ThreadPlaces,
): Promise<MentionedPath | undefined> {
  const found = await find(path, places)
  if (!found)
    return undefined
  const { location, status, isSecret } = found
  const name = basename(location.path)
  const written = toWrittenPath(location.path, places)
  if (status.isDirectory()) {
    const uri = pathToFileURL(location.path.endsWith(sep) ? location.path : location.path + sep).href
    return { path: `${written}/`, link: { uri, name, mimeType: 'inode/directory' } }
  }
  const mimeType = guessMimeType(name)
  const link = {
    uri: pathToFileURL(location.path).href,
    name,
    size: status.size,
    ...mimeType !== undefined && { mimeType },
  }
  const text = withText && !isSecret && status.size <= maxEmbeddedBytes ? await readText(location) : undefined
  return { path: written, link, ...text !== undefined && { text } }
}

/** Previews the beginning of a file or the names in a folder. Throws a `HostError` if there is no preview. */
export async function previewPath(path: string, places: ThreadPlaces): Promise<PathPreview> {
  const found = await find(path, places)
  if (!found)
    throw new HostError('not_found', 'It no longer exists, or is not in a folder of this thread.')
  const { location, status, isSecret } = found
  if (isSecret)
    throw new HostError('unsupported', secretNotShown)
  if (status.isDirectory())
    return previewFolder(location)
  try {
    const text = await readTextFile({ path, limit: previewLines }, location)
    // Some PDF documents are valid UTF-8.
    if (text.startsWith('%PDF-'))
      return await previewBinary(path, location)
    const shown = text.slice(0, previewCharacters)
    return { text: shown, isCut: countUtf8Bytes(shown) < status.size }
  }
  catch (error) {
    if (error instanceof FileError && error.kind === 'not_text')
      return previewBinary(path, location)
    throw previewError(error)
  }
}

/** Previews a binary file that Parley can show. */
async function previewBinary(path: string, location: OpenableLocation): Promise<PathPreview> {
  try {
    const bytes = await readWholeFile(path, location, maxShownBytes)
    if (!isShown(detectFileType(bytes).kind))
      throw new HostError('unsupported', 'It is neither text, picture, sound nor PDF document.')
    return { text: '', blob: Buffer.from(bytes).toString('base64'), isCut: false }
  }
  catch (error) {
    throw previewError(error)
  }
}

function previewError(error: unknown): unknown {
  return error instanceof FileError ? new HostError('unsupported', error.message, { cause: error }) : error
}

async function find(path: string, places: ThreadPlaces): Promise<Found | undefined> {
  const location = await places.workspace.locateFolder(resolveWrittenPath(path, places))
  if (location.kind !== 'inside')
    return undefined
  const status = await stat(location.realPath).catch(() => undefined) // missing
  if (!status?.isFile() && !status?.isDirectory())
    return undefined
  return { location, status, isSecret: location.relativePaths.some(name => isProtected(name, 'read')) }
}

async function readText(location: OpenableLocation): Promise<string | undefined> {
  try {
    return await readTextFile({ path: location.path }, location)
  }
  catch (error) {
    if (error instanceof FileError)
      return undefined // binary, or deleted since; the agent gets only a link
    throw error
  }
}

async function previewFolder({ realPath }: OpenableLocation): Promise<PathPreview> {
  const folder = await openFolder(realPath, realPath)
  try {
    const entries = await readdir(resolveInFolder(folder, realPath), { withFileTypes: true })
    const names = entries.map(entry => entry.isDirectory() ? `${entry.name}/` : entry.name).sort()
    return { text: names.slice(0, previewNames).join('\n'), isCut: names.length > previewNames }
  }
  finally {
    await folder.close()
  }
}

/** Reads a file of at most `maxBytes`. Throws a `FileError`. */
async function readWholeFile(path: string, location: OpenableLocation, maxBytes: number): Promise<Uint8Array> {
  try {
    const { handle, status } = await openRegularFile(location.realPath, location.realPath, location.allowed)
    try {
      if (status.size > maxBytes)
        throw createTooLargeError(status.size)
      // Reads at most the size checked above, because the file may be growing.
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(status.size), 0, status.size, 0)
      return buffer.subarray(0, bytesRead)
    }
    finally {
      await handle.close()
    }
  }
  catch (error) {
    throw toFileError(error, path)
  }
}

/** Guesses a MIME type by extension. Only a hint for agents; Parley doesn't rely on it. */
function guessMimeType(name: string): string | undefined {
  return typeByExtension.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')
}
