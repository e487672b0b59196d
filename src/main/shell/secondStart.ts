import type { Report } from '../system/report'
import type { StartOptions } from './commandLine'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { z } from 'zod'
import { linesOf } from '../system/linesOf'
import { clearLeftSockets, privateAddress } from '../system/privateAddress'

/** A host that works is busy for a moment at most. */
const answerMs = 2_000
const maxLine = 256 * 1024

/** What a later start on the same data folder was asked for; the Parley that runs does it. */
export type SecondStart = Pick<StartOptions, 'workspace' | 'agent'>

const secondStartSchema = z.object({ workspace: z.string().optional(), agent: z.string().optional() })

/** Answers later starts, each with a line, at an address of this person's. */
export function answerSecondStarts({ onSecondStart, report }: {
  onSecondStart: (start: SecondStart) => void
  report: Report
}): { readonly address: string, readonly stop: () => void } {
  const { address, folder } = privateAddress('start')
  const context = 'answering a second start' // without an answer, it waits for a while and says that Parley does not answer
  const server = createServer(socket => serve(socket, onSecondStart).catch(error => report(error, context)))
  server.on('error', error => report(error, context))
  server.listen(address, () => {
    if (folder === undefined)
      return
    chmodSync(address, 0o600)
    clearLeftSockets(folder).catch(error => report(error, 'removing sockets that were left'))
  })
  server.unref()
  return {
    address,
    stop: () => {
      server.close()
      if (folder !== undefined)
        rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function serve(socket: Socket, onSecondStart: (start: SecondStart) => void): Promise<void> {
  socket.unref()
  socket.setTimeout(answerMs, () => socket.destroy())
  socket.on('error', () => undefined) // it went away, which is its right
  const { value: line } = await linesOf(socket, maxLine).next()
  if (typeof line !== 'string')
    return void socket.destroy() // something that only looked whether anybody is here
  onSecondStart(secondStartSchema.parse(JSON.parse(line)))
  socket.end('shown\n')
}

/** Tells the Parley that runs what is wanted; whether it answered. */
export function tellRunning(address: string, { workspace, agent }: SecondStart): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(`${JSON.stringify({ workspace, agent })}\n`))
    const settle = (isAnswered: boolean): void => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.setTimeout(answerMs, () => settle(false))
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
}
