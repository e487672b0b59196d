// Sends numbered pieces and sometimes asks a question. Writes everything that it receives and sends to its journal
// first.
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { initialized, pause, textOf, Wire } from '../../agents/scripted/wire.ts'
import { type JournalLine, saidImage } from './journal.ts'

const piecesPerTurn = 100
const longestPauseMs = 6
const piecesPerQuestion = 12
const piecesPerImage = 30

const said = new Map<string, number>()

new Wire((wire) => {
  const say = (session: string): void => {
    const piece = said.get(session) ?? 0
    said.set(session, piece + 1)
    note({ kind: 'piece', session, piece, at: Date.now() })
    wire.say(session, `‹${session}:${piece}›`)
  }
  return {
    'initialize': initialized('talking'),
    'session/new': () => ({ sessionId: randomUUID() }),
    'session/prompt': async (params) => {
      const session = String(params.sessionId)
      note({ kind: 'prompt', text: textOf(params) })
      const isAsking = Math.random() < 0.5 // a question stores all that came before it: some turns must do without
      for (let count = 1; count <= piecesPerTurn; count++) {
        await pause(Math.random() * longestPauseMs)
        say(session)
        if (count % piecesPerImage === 0)
          wire.update(session, { sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: saidImage, mimeType: 'image/png' } })
        if (!isAsking || count % piecesPerQuestion !== 0)
          continue
        const toolCallId = randomUUID()
        wire.update(session, { sessionUpdate: 'tool_call', toolCallId, title: 'Water the plants', kind: 'other', status: 'pending' })
        const option = await wire.askPermission(session, { toolCallId }, [['yes', 'Yes', 'allow_once'], ['no', 'No', 'reject_once']])
        note({ kind: 'answer', text: textOf(params), toolCallId, option })
        wire.update(session, { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' })
      }
      return { stopReason: 'end_turn' }
    },
  }
})

function note(line: JournalLine): void {
  appendFileSync(process.env.JOURNAL!, `${JSON.stringify(line)}\n`)
}
