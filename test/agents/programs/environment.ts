import { say, serve } from './serve.ts'

serve({
  'session/prompt': () => {
    say('s1', JSON.stringify({ cwd: process.cwd(), env: process.env }))
    return { stopReason: 'end_turn' }
  },
})
