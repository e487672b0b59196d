// Reports edits with all of their text, and a word after each, until it is killed.
import { initialized, never, Wire } from '../../scripted/wire.ts'

const text = Array.from({ length: 60 }, (_, line) => `line ${line} ${'x'.repeat(40)}`).join('\n')

new Wire(wire => ({
  'initialize': initialized('edits-for-ever'),
  'session/new': () => ({ sessionId: `edits-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    let count = 0
    const flood = (): void => {
      for (let round = 0; round < 100; round++) {
        const toolCallId = `edit-${++count}`
        const diff = { type: 'diff', path: `/tmp/${count % 50}`, oldText: `${count}\n${text}`, newText: `${text}\n${count}` }
        wire.say(sessionId, 'word ')
        const call = { title: 'Edit', kind: 'edit', status: 'completed', content: [diff] }
        wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId, ...call })
      }
      if (process.stdout.writableNeedDrain)
        process.stdout.once('drain', flood)
      else
        setImmediate(flood)
    }
    flood()
    return never()
  },
}))
