// Leads a browser's window to an address that its command line must not carry: every user of this machine can read
// command lines.

/**
 * Waits for the window that shows `from` and leads it to `to`, over the browser's debugging pipe (its file descriptors
 * 3 and 4). The pipe stays open: the browser ends when it closes.
 * @param {{ browser: import('node:child_process').ChildProcess, from: string, to: string }} options
 */
export function navigateWindow({ browser, from, to }) {
  const [, , , toBrowser, fromBrowser] = browser.stdio
  let lastId = 0
  const send = message => toBrowser.write(`${JSON.stringify({ id: ++lastId, ...message })}\0`)
  let isAttaching = false
  const receive = ({ method, params }) => {
    if (method === 'Target.attachedToTarget') {
      send({ method: 'Page.navigate', sessionId: params.sessionId, params: { url: to } })
    }
    else if (!isAttaching && params?.targetInfo?.type === 'page' && params.targetInfo.url.startsWith(from)) {
      isAttaching = true
      send({ method: 'Target.attachToTarget', params: { targetId: params.targetInfo.targetId, flatten: true } })
    }
  }
  let rest = ''
  fromBrowser.setEncoding('utf8').on('data', (piece) => {
    const messages = (rest + piece).split('\0')
    rest = messages.pop()
    for (const message of messages)
      receive(JSON.parse(message))
  })
  // A browser that exits, or doesn't support the pipe, is noticed by its process.
  for (const pipe of [toBrowser, fromBrowser])
    pipe.on('error', () => undefined)
  send({ method: 'Target.setDiscoverTargets', params: { discover: true } })
}
