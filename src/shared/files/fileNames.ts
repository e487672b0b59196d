import type { FileType } from './checkedType'
import { takeUtf8Tail } from '../text/utf8'

const maxNameCharacters = 120
/** File systems limit names to 255 bytes; an extension may follow. */
const maxNameBytes = 240
/** Plain text formats that no system executes on opening. */
const textExtensions = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'jsonl', 'yaml', 'yml', 'toml', 'log', 'diff', 'patch'])
const sameExtension: Readonly<Record<string, string>> = { jpeg: 'jpg', oga: 'ogg', m4a: 'mp4', mkv: 'webm' }

/** Device names on Windows, with any extension. Superscript digits count as digits. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=[. ]|$)/i

/** Creates a name that is valid on every file system and is not a path. Keeps the end, which has the extension. */
export function toSafeFileName(name: string, otherwise: string): string {
  const harmless = name.replaceAll(/[/\\:*?"<>|\p{C}\p{Zl}\p{Zp}]/gu, '_')
  const plain = takeUtf8Tail(harmless.slice(-maxNameCharacters), maxNameBytes).replace(/^[. ]+|[. ]+$/g, '')
  return plain === '' ? otherwise : plain.replace(device, '_$&')
}

/**
 * The name for saving an agent's file. Its extension matches the detected type, regardless of the agent's name for the
 * file.
 */
export function getSaveName(name: string, { kind, extension }: FileType): string {
  const safe = toSafeFileName(name, 'file')
  const claimed = /\.(\w+)$/.exec(safe)?.[1]?.toLowerCase() ?? ''
  const isMatching = (sameExtension[claimed] ?? claimed) === extension
    || (kind === 'text' && textExtensions.has(claimed))
  return isMatching ? safe : `${safe}.${extension}`
}
