import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { errorMessage, HostError } from '../../../shared/errors'

/**
 * The authorities that may vouch for an agent's machine: Node's, this system's, and the person's own file. A desktop
 * app does not get the variable from Node, which reads it at its start only.
 */
export function listTrustedAuthorities(environment: Readonly<Record<string, string | undefined>>): string[] {
  const { NODE_EXTRA_CA_CERTS: own = '' } = environment
  return [...tls.rootCertificates, ...listSystemAuthorities(), ...own === '' ? [] : [readAuthorities(own)]]
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  }
  catch (error) {
    const message = `NODE_EXTRA_CA_CERTS names a file that cannot be read: ${errorMessage(error)}.`
    throw new HostError('agent_not_found', message, { cause: error })
  }
}

/** Node can read the system's from version 22.15 on. */
function listSystemAuthorities(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'system') => string[] }
  return getCACertificates?.('system') ?? []
}
