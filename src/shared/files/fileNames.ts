import type { CheckedType } from './checkedType'
import { utf8Tail } from '../text/utf8'

const longestName = 120
/** File systems count bytes, at most 255; an extension may follow. */
const longestBytes = 240
/** Formats of plain text that no system runs when they are opened. */
const textExtensions = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'jsonl', 'yaml', 'yml', 'toml', 'log', 'diff', 'patch'])
const sameExtension: Readonly<Record<string, string>> = { jpeg: 'jpg', oga: 'ogg', m4a: 'mp4', mkv: 'webm' }

/** Windows takes them for devices, whatever follows a dot or blanks; superscript digits count as digits. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=[. ]|$)/i

/** A name that every file system takes and that leads nowhere; its end is kept, as that says what it is. */
export function safeFileName(name: string, otherwise: string): string {
  const harmless = name.replaceAll(/[/\\:*?"<>|\p{C}\p{Zl}\p{Zp}]/gu, '_')
  const plain = utf8Tail(harmless.slice(-longestName), longestBytes).replace(/^[. ]+|[. ]+$/g, '')
  return plain === '' ? otherwise : plain.replace(device, '_$&')
}

/**
 * The name under which a file of an agent's is saved: its extension is that of the checked type, whatever the agent
 * calls it.
 */
export function nameToSave(name: string, { kind, extension }: CheckedType): string {
  const safe = safeFileName(name, 'file')
  const claimed = /\.(\w+)$/.exec(safe)?.[1]?.toLowerCase() ?? ''
  const isTrue = (sameExtension[claimed] ?? claimed) === extension || (kind === 'text' && textExtensions.has(claimed))
  return isTrue ? safe : `${safe}.${extension}`
}
