import type { AgentDefinition } from '../../src/main/agents/agentDefinition'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Network, type NetworkAgents, openAgentServer, openNetwork, type Program } from './agentServer'
import { temporaryFolder } from './temporaryFolder'

/** Like `openAgentServer`, until the test ends. `isSecure`: over TLS, with a certificate for that host name. */
export async function serveAgents(
  agent: Program,
  { token, isSecure = false, certificateName = 'localhost' }: { token?: string, isSecure?: boolean, certificateName?: string } = {},
): Promise<NetworkAgents & { readonly certificatePath: string | undefined }> {
  const certificate = isSecure ? ownCertificate(certificateName) : undefined
  const served = await openAgentServer(agent, { token, certificate })
  onTestFinished(served.end)
  return { ...served, certificatePath: certificate?.path }
}

/** Creates a self-signed certificate. */
function ownCertificate(name: string): { key: string, cert: string, path: string } {
  const folder = temporaryFolder()
  const [keyPath, path] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    keyPath,
    '-out',
    path,
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=DNS:${name}`,
  ], { stdio: 'ignore' })
  return { key: readFileSync(keyPath, 'utf8'), cert: readFileSync(path, 'utf8'), path }
}

/** Like `openNetwork`, until the test ends. */
export async function network(toPort: number, { delayMs = 0 }: { delayMs?: number } = {}): Promise<Network> {
  const opened = await openNetwork(toPort, { delayMs })
  onTestFinished(opened.end)
  return opened
}

/** The definition of an agent at this address. */
export function agentAt(url: string, address: Partial<NonNullable<AgentDefinition['address']>> = {}): AgentDefinition {
  const definition = { agentId: 'elsewhere', name: 'Elsewhere', command: '', args: [], env: {} }
  return { ...definition, address: { url, headers: {}, files: 'here', ...address } }
}
