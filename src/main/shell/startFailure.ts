import { HostError, messageOf, systemCode } from '../../shared/errors'

/** Why Parley does not start, in words that say what to do. */
export function startFailure(error: unknown, { dataFolder, port }: { dataFolder: string, port?: number }): string {
  if (error instanceof HostError)
    return error.message
  const code = systemCode(error)
  if (error instanceof Error && 'port' in error && (code === 'EADDRINUSE' || code === 'EACCES'))
    return `Port ${port} is ${code === 'EACCES' ? 'not yours to use' : 'taken'}. Choose another one with --port, or leave that out.`
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder "${dataFolder}" is a file, or lies below one. Choose a folder with --data-dir.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data folder "${dataFolder}" cannot be written. Change its permissions, or choose another one with --data-dir.`
    case 'EISDIR':
    case 'ERR_FS_EISDIR':
      return `Parley keeps a file where a folder stands${pathIn(error)}. Move it away, or choose another data folder with --data-dir.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk of the data folder "${dataFolder}" is full. Free some space, or choose a folder on another disk with --data-dir.`
    default:
      return `Parley could not start: ${messageOf(error)}`
  }
}

function pathIn(error: unknown): string {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? `: "${error.path}"` : ''
}
