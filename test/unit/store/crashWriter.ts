// Appends durable events to one thread until it is killed, and says each number once it is stored.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'

flushCompileCache() // it will be killed
const store = new ThreadStore(openDatabase(process.argv[2]!))
const { lastSeq }
  = store.readThread('t') ?? store.createThread({ threadId: 't', title: 'T', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
for (let seq = lastSeq + 1; ; seq += 2) {
  store.appendEvents('t', [{ seq, at: seq, type: 'notice', severity: 'info', title: 'x'.repeat(300) }], { durable: false })
  store.appendEvents(
    't',
    [{ seq: seq + 1, at: seq, type: 'prompt', promptId: `p${seq}`, content: [{ type: 'text', text: 'y'.repeat(300) }] }],
    { durable: true },
  )
  // Synchronous, so that printed lines survive.
  writeSync(1, `${seq + 1}\n`)
}
