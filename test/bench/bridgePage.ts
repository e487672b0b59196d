// Runs in a page of `bridgeServer.ts`, by itself: a browser that is driven reports each message to its driver, too.
import { chooseChannel } from '../../src/renderer/openChannel'
import { connectHost } from '../../src/shared/rpc'
import { messageCounts } from './bridgeMessages'

/** How long until all messages were read, in milliseconds. */
async function readByChannel(kind: 'single' | 'joined'): Promise<number> {
  const { host, on } = connectHost(await chooseChannel()())
  return new Promise((resolve, reject) => {
    const begunAt = performance.now()
    on('threadEvents', ({ events }) => events.at(-1)!.seq === messageCounts[kind] && resolve(performance.now() - begunAt))
    host.openThread({ threadId: kind }).catch(reject)
  })
}

/** The same by a socket without anything around it. */
function readBare(): Promise<number> {
  const socket = new WebSocket(`ws://${location.host}/bare`)
  return new Promise((resolve) => {
    let begunAt = 0
    socket.onopen = () => {
      begunAt = performance.now()
      socket.send('go')
    }
    socket.onmessage = ({ data }) => {
      const { payload } = JSON.parse(String(data)) as { payload: { events: { seq: number }[] } }
      if (payload.events.at(-1)!.seq === messageCounts.single) {
        socket.close()
        resolve(performance.now() - begunAt)
      }
    }
  })
}

const runs = 6

/** By turns, so that other load affects all. */
async function measure(): Promise<void> {
  const measured = { single: [] as number[], joined: [] as number[], bare: [] as number[] }
  for (let run = 0; run < runs; run++) {
    measured.single.push(await readByChannel('single'))
    measured.joined.push(await readByChannel('joined'))
    measured.bare.push(await readBare())
  }
  await fetch('/measured', { method: 'POST', body: JSON.stringify(measured) })
}

measure().catch(console.error)
