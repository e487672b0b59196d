// npm run dev -- [--no-open] [--port N] [host flags]: runs the host and a browser window from the sources. Changes of
// the renderer are hot-reloaded. Changes of the host restart it, and the page reconnects.
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
  'web': { type: 'boolean' }, // accepted like in npm start, without effect
  'no-open': { type: 'boolean', default: false },
  'port': { type: 'string', default: '5173' },
  // A data folder of its own, because a running Parley locks its folder.
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
  gateway.disconnect()
  if (!isFirst)
    return console.error('Restarted the host with your changes.')
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
  gateway.disconnect()
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
