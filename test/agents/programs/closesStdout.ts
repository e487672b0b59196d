import { closeSync } from 'node:fs'
import { serve, unanswered } from './serve.ts'

// Lives on, but can no longer be heard.
setInterval(() => undefined, 1000)
serve({
  'session/prompt': () => {
    closeSync(1)
    return unanswered
  },
})
