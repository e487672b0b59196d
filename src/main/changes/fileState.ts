/** The state of a path. `unkept`: too large or unreadable, so that only size and time are known. */
export type FileState
  = | { readonly kind: 'absent' }
    | { readonly kind: 'file', readonly hash: string, readonly mode: number }
  /** The content of `hash` is the link's target. */
    | { readonly kind: 'link', readonly hash: string }
    | { readonly kind: 'unkept', readonly size: number, readonly mtimeMs: number, readonly mode: number }

/** The state of a missing file. */
export const absent: FileState = { kind: 'absent' }

/** State key of a missing file. */
export const absentKey = '-'

/** Serializes a state to one line, for the ledger and for requests. Equal keys mean equal states. */
export function toStateKey(state: FileState): string {
  switch (state.kind) {
    case 'absent': return absentKey
    case 'file': return `f ${state.mode.toString(8)} ${state.hash}`
    case 'link': return `l ${state.hash}`
    case 'unkept': return `u ${state.mode.toString(8)} ${state.size} ${state.mtimeMs}`
  }
}

/** Serializes the content without the mode; `undefined` if unknown. */
export function toContentKey(state: FileState): string | undefined {
  switch (state.kind) {
    case 'absent': return absentKey
    case 'file':
    case 'link': return state.hash
    case 'unkept': return undefined
  }
}

/** Parses a `toStateKey`. Throws for any other text. */
export function parseState(key: string): FileState {
  const [kind, ...parts] = key.split(' ')
  if (kind === absentKey)
    return absent
  if (kind === 'f' && parts.length === 2)
    return { kind: 'file', mode: Number.parseInt(parts[0]!, 8), hash: parts[1]! }
  if (kind === 'l' && parts.length === 1)
    return { kind: 'link', hash: parts[0]! }
  if (kind === 'u' && parts.length === 3)
    return { kind: 'unkept', mode: Number.parseInt(parts[0]!, 8), size: Number(parts[1]), mtimeMs: Number(parts[2]) }
  throw new Error(`Not the state of a file: "${key.slice(0, 100)}"`)
}
