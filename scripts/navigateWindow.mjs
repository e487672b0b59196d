// Navigates a browser window to an address that must not be on its command line, which every user of the machine can
// read.

/**
 * Waits for the window that shows `from` and navigates it to `to`, over the browser's debugging pipe (file descriptors
 * 3 and 4). The pipe stays open, because the browser exits when it closes.
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
  // If the browser exits or doesn't support the pipe, the exit of its process is handled elsewhere.
  for (const pipe of [toBrowser, fromBrowser])
    pipe.on('error', () => undefined)
  send({ method: 'Target.setDiscoverTargets', params: { discover: true } })
}
