import { serve, unanswered } from './serve.ts'

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`

serve({
  'session/prompt': ({ id }) => {
    const updates = Array.from({ length: 1000 }, (_, index) => line({
      method: 'session/update',
      params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${index} ` } } },
    }))
    const late = line({
      method: 'session/update',
      params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'late' } } },
    })
    process.stdout.write(updates.join('') + line({ id, result: { stopReason: 'end_turn' } }) + late)
    return unanswered
  },
})
