import { say, serve, unanswered } from './serve.ts'

serve({
  'session/prompt': () => {
    say('s1', 'about to fall')
    process.stderr.write('Error: the model is on fire\n    at furnace.js:1\n')
    setTimeout(() => process.exit(3), 50)
    return unanswered
  },
})
