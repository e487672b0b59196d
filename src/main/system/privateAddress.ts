import type { Report } from './report'
import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { getSystemCode } from '../../shared/errors'

/** With the rest of the path, this is macOS's limit for socket addresses. */
const maxParentLength = 75
const folderPattern = /^parley-(?:files|start)-\w{6}$/
const name = 'socket'

/**
 * Makes a server listen on a socket in a folder that only this user can access: for agents that read unsaved files, or
 * for second starts. `close` resolves when all connections are closed.
 */
export function listenPrivately(server: Server, kind: 'files' | 'start', report: Report): {
  readonly address: string
  readonly close: () => Promise<void>
} {
  const { address, folder } = createPrivateAddress(kind)
  server.listen(address, () => {
    if (folder === undefined)
      return
    chmodSync(address, 0o600)
    removeOrphanedSockets(folder).catch(error => report(error, 'removing sockets that were left'))
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

/** `folder` contains the socket. It is not in the data folder, whose path can be too long for a socket. */
function createPrivateAddress(kind: 'files' | 'start'): { readonly address: string, readonly folder?: string } {
  if (process.platform === 'win32')
    return { address: `\\\\.\\pipe\\parley-${kind}-${randomBytes(16).toString('hex')}` }
  const parent = tmpdir().length <= maxParentLength ? tmpdir() : '/tmp'
  const folder = mkdtempSync(join(parent, `parley-${kind}-`))
  return { address: join(folder, name), folder }
}

/** Removes sockets of crashed instances next to this folder. */
async function removeOrphanedSockets(folder: string): Promise<void> {
  const parent = dirname(folder)
  for (const orphan of (await readdir(parent))
    .filter(name => folderPattern.test(name))
    .map(name => join(parent, name))) {
    // Another instance may do the same concurrently.
    if (orphan !== folder && isOwnFolder(orphan) && await isDead(join(orphan, name)))
      await rm(orphan, { recursive: true, force: true })
  }
}

function isOwnFolder(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  return status?.isDirectory() === true && status.uid === process.getuid?.()
}

function isDead(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(false)
    })
    socket.on('error', error => resolve(getSystemCode(error) === 'ECONNREFUSED'))
  })
}
