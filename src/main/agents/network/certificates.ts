import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { errorMessage, HostError } from '../../../shared/errors'

/**
 * The trusted certificate authorities: Node's, the system's, and those of the person's `NODE_EXTRA_CA_CERTS` file. Node
 * reads that variable only at its start, so a desktop app doesn't get it from Node.
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

/** Node can read the system's authorities since version 22.15. */
function listSystemAuthorities(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'system') => string[] }
  return getCACertificates?.('system') ?? []
}
