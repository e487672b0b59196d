import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { admitPage, ask, awaitNext, openAdmittedSocket, openSocket, startTestServer, token } from './testServer'

describe('the page', () => {
  it('is served at /, with its files', async () => {
    const { port, url } = await startTestServer()
    expect(url).toBe(`http://127.0.0.1:${port}/#token=${token}`)
    expect(await ask({ port })).toMatchObject({
      status: 200,
      body: '<!doctype html><title>Parley</title>',
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
    expect(await ask({ port, path: '/assets/index.js?v=1' })).toMatchObject({
      status: 200,
      body: 'export {}',
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    })
    expect(await ask({ port, host: `localhost:${port}` })).toMatchObject({ status: 200 })
    expect(await ask({ port, method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })

  it('is requested again each time, and only files named by a content hash are cached', async () => {
    const { port } = await startTestServer()
    expect((await ask({ port, path: '/index.html' })).headers['cache-control']).toBe('no-store')
    expect((await ask({ port, path: '/assets/index.js' })).headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect((await ask({ port, path: '/assets/missing.js' })).headers['cache-control']).toBe('no-store')
  })

  it('has its security headers, whatever the response', async () => {
    const { port } = await startTestServer()
    for (const answer of [
      await ask({ port }),
      await ask({ port, path: '/missing' }),
      await ask({ port, host: 'evil' }),
      await ask({ port, method: 'POST' }),
    ]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      const policy = answer.headers['content-security-policy']
      for (const part of [
        'default-src \'none\'',
        'script-src \'self\';',
        `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port};`,
        'frame-ancestors \'none\'',
        'base-uri \'none\'',
        'require-trusted-types-for \'script\'',
      ])
        expect(policy).toContain(part)
      expect(policy).not.toContain('unsafe-eval')
      expect(Object.keys(answer.headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('is all that the server serves, whatever the path', async () => {
    const { port } = await startTestServer()
    const paths = [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/%252e%252e/secret.txt',
      '/..\\secret.txt',
      '//secret.txt',
      '/assets/',
      '/assets',
      '/./index.html',
      '/index.html/',
      '/index.html%00.js',
      '/__proto__',
      '/constructor',
      'http://evil/index.html',
      '/etc/passwd',
      '/ws',
    ]
    for (const path of paths)
      expect(await ask({ port, path }), path).toMatchObject({ status: 404 })
  })

  it('accepts only GET and HEAD', async () => {
    const { port } = await startTestServer()
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect(await ask({ port, method }), method).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  })
})

describe('a request from elsewhere', () => {
  it('is rejected if it names another host, for page and socket', async () => {
    const { port } = await startTestServer()
    const hosts = [
      'evil',
      `evil:${port}`,
      `localhost.evil:${port}`,
      `127.0.0.1.nip.io:${port}`,
      `0.0.0.0:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${port + 1}`,
      `LOCALHOST.:${port}`,
      `127.0.0.1:${port}, evil`,
    ]
    for (const host of hosts) {
      expect(await ask({ port, host }), `host "${host}"`).toMatchObject({ status: 421 })
      expect(await openSocket({ port, headers: { Host: host } }), host).toEqual({ refused: 421 })
    }
  })

  it('is rejected without a host, with an empty one, or with two', async () => {
    const { port } = await startTestServer()
    expect(await sendRaw(port, 'GET / HTTP/1.1\r\n\r\n')).toContain(' 421 ')
    expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost:\r\n\r\n')).toContain(' 421 ')
    expect(await sendRaw(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil\r\n\r\n`))
      .not
      .toContain(' 200 ')
  })

  it('is rejected if it comes from another page, even with the token', async () => {
    const { port } = await startTestServer()
    const origins = [
      'http://evil',
      'null',
      'file://',
      `http://localhost:${port + 1}`,
      'http://127.0.0.1',
      `http://127.0.0.1:${port}.evil`,
      `https://127.0.0.1:${port}`,
      'chrome-extension://abcdef',
      `http://127.0.0.1:${port}/`,
      `http://user@127.0.0.1:${port}`,
    ]
    for (const origin of origins) {
      expect(await ask({ port, headers: { Origin: origin } }), origin).toMatchObject({ status: 403 })
      expect(await openSocket({ port, origin }), origin).toEqual({ refused: 403 })
    }
    expect(await ask({ port, headers: { Origin: `http://localhost:${port}` } })).toMatchObject({ status: 200 })
  })

  it('is rejected if the browser reports another site, unless it is a link to the page', async () => {
    const { port } = await startTestServer()
    const makeHeaders = (site: string, mode: string, dest: string): Record<string, string> => ({
      'Sec-Fetch-Site': site,
      'Sec-Fetch-Mode': mode,
      'Sec-Fetch-Dest': dest,
    })
    for (const site of ['cross-site', 'same-site', 'unheard-of']) {
      for (const [mode, dest] of [
        ['no-cors', 'script'],
        ['no-cors', 'image'],
        ['cors', 'empty'],
        ['navigate', 'iframe'],
        ['navigate', 'object'],
      ] as const) {
        expect(await ask({ port, headers: makeHeaders(site, mode, dest) }), `${site} ${mode} ${dest}`)
          .toMatchObject({ status: 403 })
      }
      expect(await openSocket({ port, headers: makeHeaders(site, 'websocket', 'websocket') }), site)
        .toEqual({ refused: 403 })
      expect(await ask({ port, headers: makeHeaders(site, 'navigate', 'document') }), site)
        .toMatchObject({ status: 200 })
    }
    expect(await ask({ port, headers: makeHeaders('none', 'navigate', 'document') })).toMatchObject({ status: 200 })
    expect(await ask({ port, headers: makeHeaders('same-origin', 'no-cors', 'script') })).toMatchObject({ status: 200 })
  })

  it('opens no socket without an origin', async () => {
    const { port } = await startTestServer()
    expect(await openSocket({ port, origin: '' })).toEqual({ refused: 403 })
    expect(
      await sendRaw(
        port,
        [
          'GET /ws HTTP/1.1',
          `Host: 127.0.0.1:${port}`,
          'Origin:',
          'Upgrade: websocket',
          'Connection: Upgrade',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
          '\r\n',
        ].join('\r\n'),
      ),
    ).toContain(' 403 ')
  })

  it('cannot reach the server from another machine', async () => {
    const { port } = await startTestServer()
    const others = Object.values(networkInterfaces())
      .flat()
      .filter(face => face !== undefined && face.family === 'IPv4' && !face.internal)
      .map(face => face!.address)
    for (const address of others) {
      await expect(
        new Promise((resolve, reject) => connect({ host: address, port }).on('connect', resolve).on('error', reject)),
      ).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    }
  })
})

/** A connection whose request never ends. */
function sendHalfRequest(port: number): { sent: Promise<void>, gone: Promise<void> } {
  const socket = connect({ host: '127.0.0.1', port })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined).resume() // the expected refusal
  const gone = new Promise<void>(resolve => socket.on('close', () => resolve()))
  const sent = new Promise<void>(resolve =>
    socket.on('connect', () => socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`, () => resolve())),
  )
  return { sent: Promise.race([sent, gone]), gone }
}

describe('the socket', () => {
  it('accepts a page with the token in its first message', async () => {
    const { port, channels } = await startTestServer()
    const socket = await openAdmittedSocket(port)
    socket.send('{"call":1}')
    expect(await awaitNext(socket)).toBe('{"echo":{"call":1}}')
    expect(channels).toHaveLength(1)
  })

  it('rejects any other first message', async () => {
    const { port, channels } = await startTestServer()
    const messages = [
      '',
      '{}',
      'null',
      '42',
      '"the-token-of-this-run"',
      JSON.stringify({ token: '' }),
      JSON.stringify({ token: token.slice(1) }),
      JSON.stringify({ token: `${token}x` }),
      JSON.stringify({ token: [token] }),
      JSON.stringify({ token: { token } }),
    ]
    for (const message of messages) {
      const { socket } = await openSocket({ port })
      socket!.send(message)
      expect(await awaitNext(socket!), message).toBe(1008)
    }
    const { socket } = await openSocket({ port })
    socket!.send(Buffer.from(JSON.stringify({ token })), { binary: true })
    expect(await awaitNext(socket!)).toBe(1008)
    expect(channels).toEqual([])
  })

  it('accepts a page again with the session it got for the token, and no other session', async () => {
    const { port, channels } = await startTestServer()
    const { socket, session } = await admitPage(port)
    const other = await admitPage(port)
    expect(session).not.toBe(other.session)
    expect(session).not.toBe(token)
    socket.terminate()
    for (const [message, answer] of [
      [{ session }, JSON.stringify({ ok: true, session })],
      [{ session: `${session}x` }, 1008],
      [{ session: token }, 1008],
      [{ token: session }, 1008],
      [{ session: '' }, 1008],
    ] as const) {
      const { socket: again } = await openSocket({ port })
      again!.send(JSON.stringify(message))
      expect(await awaitNext(again!), JSON.stringify(message)).toBe(answer)
    }
    expect(channels).toHaveLength(3)
  })

  it('keeps a limited number of sessions: the oldest must send the token again', async () => {
    const { port } = await startTestServer()
    const oldest = await admitPage(port)
    for (let page = 0; page < 64; page++)
      (await admitPage(port)).socket.terminate()
    const { socket } = await openSocket({ port })
    socket!.send(JSON.stringify({ session: oldest.session }))
    expect(await awaitNext(socket!)).toBe(1008)
  })

  it('accepts no token in the address', async () => {
    const { port } = await startTestServer()
    expect(await openSocket({ port, path: `/ws?token=${token}` })).toEqual({ refused: 404 })
    expect(await openSocket({ port, path: '/' })).toEqual({ refused: 404 })
  })

  it('is closed after 5 s without a first message', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { port } = await startTestServer()
    const { socket } = await openSocket({ port })
    let isClosed = false
    socket!.once('close', () => isClosed = true)
    vi.advanceTimersByTime(4_999)
    expect(await ask({ port })).toMatchObject({ status: 200 })
    expect(isClosed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(await awaitNext(socket!)).toBe(1006)
  })

  it('delays guesses, but never locks the person out', async () => {
    const { port } = await startTestServer()
    for (let guess = 0; guess < 10; guess++) {
      const { socket } = await openSocket({ port })
      socket!.send('{"token":"guess"}')
      await awaitNext(socket!)
    }
    const started = Date.now()
    await openAdmittedSocket(port)
    expect(Date.now() - started).toBeGreaterThanOrEqual(950)
  })

  it('accepts the person while others open as many sockets as they can and send nothing', async () => {
    const { port } = await startTestServer()
    const strangers = await Promise.all(Array.from({ length: 60 }, () => openSocket({ port })))
    expect(strangers.every(({ socket }) => socket !== undefined)).toBe(true)
    const socket = await openAdmittedSocket(port)
    await Promise.all(Array.from({ length: 60 }, () => openSocket({ port })))
    socket.send('{"call":1}')
    expect(await awaitNext(socket)).toBe('{"echo":{"call":1}}')
  })

  it('accepts the person while others hold as many connections as they can with partial requests', async () => {
    const { port } = await startTestServer()
    const known = await openAdmittedSocket(port)
    const halves = Array.from({ length: 400 }, () => sendHalfRequest(port))
    await Promise.all(halves.map(half => half.sent))
    expect(await ask({ port })).toMatchObject({ status: 200 })
    await openAdmittedSocket(port)
    known.send('{"call":1}')
    expect(await awaitNext(known)).toBe('{"echo":{"call":1}}')
    const started = Date.now()
    await Promise.all(halves.map(half => half.gone))
    expect(Date.now() - started).toBeLessThan(15_000)
  }, 30_000)

  it('rejects a large message from a page that has not sent the token', async () => {
    const { port } = await startTestServer()
    const { socket } = await openSocket({ port })
    socket!.send('x'.repeat(2 ** 20))
    expect(await awaitNext(socket!)).toBe(1006)
  })

  it('survives hostile messages, and closes on one that is not JSON', async () => {
    const { port } = await startTestServer()
    const socket = await openAdmittedSocket(port)
    for (const message of ['{"__proto__":{"polluted":true}}', `${'['.repeat(100)}${']'.repeat(100)}`, '42', 'null']) {
      socket.send(message)
      expect(await awaitNext(socket)).toBe(`{"echo":${message}}`)
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    socket.send('not JSON')
    expect(await awaitNext(socket)).toBe(1007)
    socket.terminate()
    expect(await ask({ port })).toMatchObject({ status: 200 })
  })

  it('rejects a message over 32 MiB', async () => {
    const { port } = await startTestServer()
    const socket = await openAdmittedSocket(port)
    socket.send(`"${'x'.repeat(33 * 2 ** 20)}"`)
    expect(await awaitNext(socket)).toBe(1009)
    expect(await ask({ port })).toMatchObject({ status: 200 })
  })

  it('notifies the host when the page disconnects', async () => {
    const { port, channels } = await startTestServer()
    const socket = await openAdmittedSocket(port)
    const gone = new Promise<void>(resolve => channels[0]!.onClose(resolve))
    socket.terminate()
    await gone
  })

  it('tells the page when Parley exits', async () => {
    const { port, close } = await startTestServer()
    const socket = await openAdmittedSocket(port)
    const ended = awaitNext(socket)
    await close()
    expect(await ended).toBe(1001)
    await expect(ask({ port })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})

/** Everything that the server answers to these very bytes. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', piece => answer += piece).on('close', () => resolve(answer)).on('error', reject)
    socket.setTimeout(2_000, () => socket.destroy())
  })
}
