import { closeSync } from 'node:fs'
import { serve, unanswered } from './serve.ts'

// Keeps running after closing its output.
setInterval(() => undefined, 1000)
serve({
  'session/prompt': () => {
    closeSync(1)
    return unanswered
  },
})
