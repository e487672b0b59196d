import type { Report } from './report'
import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { systemCode } from '../../shared/errors'

/** Longest folder for which macOS accepts the whole address. */
const maxPlace = 75
const ours = /^parley-(?:files|start)-\w{6}$/
const name = 'socket'

/**
 * Makes a server listen on a socket in a private folder: for agents that read unsaved files, or for later starts.
 * `close` resolves once no connection is open.
 */
export function listenPrivately(server: Server, kind: 'files' | 'start', report: Report): {
  readonly address: string
  readonly close: () => Promise<void>
} {
  const { address, folder } = privateAddress(kind)
  server.listen(address, () => {
    if (folder === undefined)
      return
    chmodSync(address, 0o600)
    clearLeftSockets(folder).catch(error => report(error, 'removing sockets that were left'))
  })
  server.unref()
  return {
    address,
    async close() {
      const closed = new Promise(resolve => server.close(resolve))
      if (folder !== undefined)
        rmSync(folder, { recursive: true, force: true })
      await closed
    },
  }
}

/** `folder`: the socket's folder. Not in the data folder, whose path can be too long. */
function privateAddress(kind: 'files' | 'start'): { readonly address: string, readonly folder?: string } {
  if (process.platform === 'win32')
    return { address: `\\\\.\\pipe\\parley-${kind}-${randomBytes(16).toString('hex')}` }
  const place = tmpdir().length <= maxPlace ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(place, `parley-${kind}-`))
  return { address: join(folder, name), folder }
}

/** Removes dead sockets that a killed Parley left behind. */
async function clearLeftSockets(folder: string): Promise<void> {
  const place = dirname(folder)
  for (const left of (await readdir(place)).filter(name => ours.test(name)).map(name => join(place, name))) {
    // Another Parley may remove them at the same time.
    if (left !== folder && isOwn(left) && await isDead(join(left, name)))
      await rm(left, { recursive: true, force: true })
  }
}

function isOwn(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  return status?.isDirectory() === true && status.uid === process.getuid?.()
}

function isDead(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', error => resolve(systemCode(error) === 'ECONNREFUSED'))
  })
}
