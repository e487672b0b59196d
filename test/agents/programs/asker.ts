import { type Call, say, send, serve } from './serve.ts'

// Sends the request in the prompt's text, and reports the answer.
let answered: (call: Call) => void = () => undefined
serve({
  'session/prompt': async ({ params }) => {
    const [{ text }] = params!.prompt as [{ text: string }]
    const answer = new Promise<Call>(resolve => answered = resolve)
    send({ id: 'question', ...JSON.parse(text) as object })
    const { result, error } = await answer
    say('s1', JSON.stringify({ result, error }))
    return { stopReason: 'end_turn' }
  },
}, call => answered(call))
