/**
 * What is at a path of the folder; `unkept`: known by size and time only, because it is too large or cannot be read.
 */
export type FileState
  = | { readonly kind: 'absent' }
    | { readonly kind: 'file', readonly hash: string, readonly mode: number }
  /** The content behind `hash` is where it points. */
    | { readonly kind: 'link', readonly hash: string }
    | { readonly kind: 'unkept', readonly size: number, readonly mtimeMs: number, readonly mode: number }

/** The state of a path at which nothing is. */
export const absent: FileState = { kind: 'absent' }

/** The key of that state. */
export const absentKey = '-'

/** The state in one line, as the ledger stores it and requests name it. Equal keys are equal states. */
export function stateKey(state: FileState): string {
  switch (state.kind) {
    case 'absent': return absentKey
    case 'file': return `f ${state.mode.toString(8)} ${state.hash}`
    case 'link': return `l ${state.hash}`
    case 'unkept': return `u ${state.mode.toString(8)} ${state.size} ${state.mtimeMs}`
  }
}

/** The content as one line, whatever its mode; `undefined` where it is unknown. */
export function contentKey(state: FileState): string | undefined {
  switch (state.kind) {
    case 'absent': return absentKey
    case 'file':
    case 'link': return state.hash
    case 'unkept': return undefined
  }
}

/** The state that `stateKey` made that line of. Throws for any other line. */
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
