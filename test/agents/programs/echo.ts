import { say, serve } from './serve.ts'

// Repeats each text of its prompt.
serve({
  'session/prompt': ({ params }) => {
    for (const { text } of params!.prompt as { text: string }[])
      say('s1', text)
    return { stopReason: 'end_turn' }
  },
})
