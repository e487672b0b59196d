import { say, send, serve, unanswered } from './serve.ts'

// Sends updates before the response that names the session, and right after it in the same write.
serve({
  'session/new': ({ id }) => {
    say('early', 'before')
    send({ id, result: { sessionId: 'early' } })
    say('early', 'behind')
    return unanswered
  },
})
