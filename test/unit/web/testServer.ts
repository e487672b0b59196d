import type { Channel } from '../../../src/shared/channel'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { startWebServer, type WebServer } from '../../../src/main/web/webServer'

export const token = 'the-token-of-this-run'

/** A server for a page of two files, which echoes the messages of admitted pages. */
export async function startTestServer(): Promise<WebServer & { port: number, origin: string, channels: Channel[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-page-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'page/assets'), { recursive: true })
  await writeFile(join(folder, 'page/index.html'), '<!doctype html><title>Parley</title>')
  await writeFile(join(folder, 'page/assets/index.js'), 'export {}')
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const channels: Channel[] = []
  const server = await startWebServer({
    rendererFolder: join(folder, 'page'),
    port: 0,
    token,
    connect: (channel) => {
      channels.push(channel)
      channel.onMessage(message => channel.send({ echo: message }))
    },
  })
  onTestFinished(() => server.close())
  return { ...server, port: Number(new URL(server.address).port), origin: server.address, channels }
}

/** Sends one raw request. */
export function ask({ port, path = '/', method = 'GET', headers = {}, host }: {
  port: number
  path?: string
  method?: string
  headers?: Record<string, string | string[]>
  host?: string
}): Promise<{ status: number, headers: IncomingHttpHeaders, body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { Host: host ?? `127.0.0.1:${port}`, ...headers }, agent: false },
      (response) => {
        let body = ''
        response
          .setEncoding('utf8')
          .on('data', piece => (body += piece))
          .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

/** Opens a socket; `undefined` when it was refused with the status in `refused`. */
export function openSocket({ port, path = '/ws', headers = {}, origin = `http://127.0.0.1:${port}` }: {
  port: number
  path?: string
  headers?: Record<string, string>
  origin?: string | undefined
}): Promise<{ refused: number, socket?: undefined } | { refused?: undefined, socket: WebSocket }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { ...headers, ...origin === '' ? {} : { Origin: origin } } })
    onTestFinished(() => socket.terminate())
    socket.on('open', () => resolve({ socket }))
    socket.on('unexpected-response', (sent, response) => {
      sent.destroy()
      resolve({ refused: response.statusCode ?? 0 })
    })
    socket.on('error', reject)
  })
}

/** The next event: a message's text, or the code with which the socket was closed. */
export function awaitNext(socket: WebSocket): Promise<string | number> {
  return new Promise((resolve) => {
    const onMessage = (bytes: unknown): void => settle(String(bytes))
    const onClose = (code: number): void => settle(code)
    const settle = (value: string | number): void => {
      socket.off('message', onMessage).off('close', onClose)
      resolve(value)
    }
    socket.on('message', onMessage).on('close', onClose)
  })
}

/** A socket that showed the token, and the session that it was given for it. */
export async function admitPage(port: number): Promise<{ socket: WebSocket, session: string }> {
  const { socket } = await openSocket({ port })
  if (socket === undefined)
    throw new Error('the server refused its own page')
  socket.send(JSON.stringify({ token }))
  const answer = await awaitNext(socket)
  const session = /^\{"ok":true,"session":"([\w-]{43})"\}$/.exec(String(answer))?.[1]
  if (session === undefined)
    throw new Error(`the server answered ${answer}`)
  return { socket, session }
}

/** A socket that showed the token. */
export async function openAdmittedSocket(port: number): Promise<WebSocket> {
  return (await admitPage(port)).socket
}
