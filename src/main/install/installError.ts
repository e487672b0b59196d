import { errorMessage, getSystemCode } from '../../shared/errors'

/** A failed installation. The message explains the reason and what to do. */
export class InstallError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'InstallError'
  }
}

const unreachable = new RegExp(`^(?:${[
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'ERR_SOCKET_TIMEOUT',
  'EPIPE',
  'UND_ERR_\\w+',
].join('|')})$`)

/** Explains an error code and what to do; `undefined` for an unknown code. `where` is a server or a folder. */
export function remedyFor(code: string, where: string): string | undefined {
  if (unreachable.test(code))
    return `${where} cannot be reached (${code}). Check the internet connection, and the proxy or VPN if you use one, then try again.`
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Free some space, then try again.'
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Parley may not write to its agents folder (${code}). Allow writing to Parley's data folder, then try again.`
    case 'E401':
    case 'E403':
    case '401':
    case '403':
      return `${where} refuses access (${code.replace('E', '')}).`
        + ' If your network has its own registry or gateway, sign in to it, then try again.'
    case 'E404':
    case '404':
    case '410':
      return `${where} does not have this file (${code.replace('E', '')}); the version may have been withdrawn.`
        + ' Try again when the catalogue lists a newer one.'
    case 'ETARGET':
      return `${where} does not have this version, or your npm settings hold it back ("before" or "min-release-age").`
        + ' Check your .npmrc, or try again later.'
    case 'ESCRIPT':
    case 'ELIFECYCLE':
      return 'A script of the package failed. Try again; if it keeps failing, tell the agent\'s makers.'
    case 'CERT_HAS_EXPIRED':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The certificate of ${where} is not trusted (${code}).`
        + ' If your network inspects traffic, set NODE_EXTRA_CA_CERTS to its certificate, restart Parley, then try again.'
    default:
      return undefined
  }
}

/** Converts any error of an installation to one with a message for the person. */
export function toInstallError(error: unknown, where: string): InstallError {
  if (error instanceof InstallError)
    return error
  // Errors of `fetch` have the code in their cause.
  const codes = [error, error instanceof Error ? error.cause : undefined].map(getSystemCode)
  const remedy = codes.flatMap(code => code === undefined ? [] : remedyFor(code, where) ?? [])[0]
  return new InstallError(remedy ?? `${errorMessage(error)}. Try again.`, { cause: error })
}
