// Runs in a page of `bridgeServer.ts` without a driver, to which a browser would report each message.
import { chooseChannel } from '../../src/renderer/openChannel'
import { connectHost } from '../../src/shared/rpc'
import { messageCounts } from './bridgeMessages'

/** Measures the time until all messages are read, in milliseconds. */
async function readByChannel(kind: 'single' | 'joined'): Promise<number> {
  const { host, on } = connectHost(await chooseChannel()())
  return new Promise((resolve, reject) => {
    const begunAt = performance.now()
    on('threadEvents', ({ events }) => events.at(-1)!.seq === messageCounts[kind] && resolve(performance.now() - begunAt))
    host.openThread({ threadId: kind }).catch(reject)
  })
}

/** Like `readByChannel`, for a bare socket. */
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

/** Interleaved, so that other load affects all alike. */
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
