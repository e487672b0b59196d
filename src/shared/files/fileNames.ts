import type { CheckedType } from './checkedType'

const longestName = 120
/** Formats of plain text that no system runs when they are opened. */
const textExtensions = new Set(['txt', 'md', 'csv', 'tsv', 'json', 'jsonl', 'yaml', 'yml', 'toml', 'log', 'diff', 'patch'])
const sameExtension: Readonly<Record<string, string>> = { jpeg: 'jpg', oga: 'ogg', m4a: 'mp4', mkv: 'webm' }

/** A name that every file system takes and that leads nowhere; its end is kept, as that says what it is. */
export function safeFileName(name: string, otherwise: string): string {
  const plain = name.replaceAll(/[/\\:*?"<>|\p{C}]/gu, '_').slice(-longestName).replace(/^[. ]+|[. ]+$/g, '')
  return plain === '' ? otherwise : plain
}

/** The name under which a file of an agent's is saved: its extension is that of the checked type, whatever the agent calls it. */
export function nameToSave(name: string, { kind, extension }: CheckedType): string {
  const safe = safeFileName(name, 'file')
  const claimed = /\.(\w+)$/.exec(safe)?.[1]?.toLowerCase() ?? ''
  const isTrue = (sameExtension[claimed] ?? claimed) === extension || (kind === 'text' && textExtensions.has(claimed))
  return isTrue ? safe : `${safe}.${extension}`
}
