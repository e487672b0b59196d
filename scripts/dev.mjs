// npm run dev -- [--no-open] [--port N] [flags of the host]: the host and a window in a browser, both as the sources
// stand. A change of the renderer is replaced in the page; one of the host restarts it, and the page connects again.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import vue from '@vitejs/plugin-vue'
import { createServer } from 'vite'
import { openGateway } from './devGateway.mjs'
import { watchHost } from './devHost.mjs'
import { findBrowser } from './findBrowser.mjs'
import { framedPages } from './framedPages.mjs'
import { openWindow } from './openWindow.mjs'
import { watchLauncher } from './watchLauncher.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: {
  'web': { type: 'boolean' }, // as npm start has it; there is nothing else here
  'no-open': { type: 'boolean', default: false },
  'port': { type: 'string', default: '5173' },
  // Data of its own: a Parley that is used keeps its folder to itself.
  'data-dir': { type: 'string', default: join(root, '.cache/dev') },
  'workspace': { type: 'string' },
  'agent': { type: 'string' },
} })
const hostFlags = ['data-dir', 'workspace', 'agent'].flatMap(name => (values[name] === undefined ? [] : [`--${name}`, values[name]]))

const vite = await createServer({
  configFile: false,
  root: join(root, 'src/renderer'),
  cacheDir: join(root, 'node_modules/.cache/dev/vite'),
  logLevel: 'warn',
  plugins: [vue(), framedPages()],
  server: { host: '127.0.0.1', port: Number(values.port), cors: false },
})
await vite.listen()
const address = `http://127.0.0.1:${vite.httpServer.address().port}`

let host
let closeWindow
const gateway = openGateway(vite.httpServer, () => host)
const watched = await watchHost({ root, flags: hostFlags, onReady: (ready) => {
  const isFirst = host === undefined
  host = ready
  gateway.hangUp()
  if (!isFirst)
    return console.error('The host runs with what has changed.')
  const url = `${address}/#token=${gateway.token}`
  console.log(`Parley is ready at ${url}`)
  if (!values['no-open'])
    closeWindow = open(url)
} })

let isStopping = false
async function stop() {
  if (isStopping)
    return
  isStopping = true
  closeWindow?.()
  gateway.hangUp()
  await Promise.all([watched.stop(), vite.close()])
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, stop)
watchLauncher(stop)

function open(url) {
  const browser = findBrowser()
  if (browser === undefined)
    return console.error('No Chromium, Chrome or Edge was found: open the address above in a browser.')
  const onFailed = () => console.error(`${browser} did not start: open the address above in a browser.`)
  return openWindow({ browser, url, onClosed: stop, onFailed })
}
