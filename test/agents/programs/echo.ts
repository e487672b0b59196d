import { say, serve } from './serve.ts'

// Says each text of its prompt again.
serve({
  'session/prompt': ({ params }) => {
    for (const { text } of params!.prompt as { text: string }[])
      say('s1', text)
    return { stopReason: 'end_turn' }
  },
})
