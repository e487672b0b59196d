import { say, send, serve, unanswered } from './serve.ts'

// Updates before the answer that names the session, and right behind it in the same write.
serve({
  'session/new': ({ id }) => {
    say('early', 'before')
    send({ id, result: { sessionId: 'early' } })
    say('early', 'behind')
    return unanswered
  },
})
