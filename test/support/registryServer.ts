import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

/** A registry on this machine. */
export interface RegistryServer {
  readonly address: string
  /** Requested paths, in order. */
  readonly requests: readonly string[]
  /** The responses from now on: a JSON value, a text, or a number as the HTTP status. */
  answer: (value: unknown) => void
  icons: Map<string, string>
}

/** Starts a registry with this index, and icons beside it. */
export async function registryServer(first: unknown): Promise<RegistryServer> {
  let value = first
  const requests: string[] = []
  const icons = new Map<string, string>()
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const answer = request.url === '/registry.json' ? value : icons.get(request.url ?? '') ?? 404
    response.writeHead(typeof answer === 'number' ? answer : 200).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  }))
  const { port } = server.address() as AddressInfo // it listens on a port
  return { address: `http://127.0.0.1:${port}/registry.json`, requests, icons, answer: next => value = next }
}
