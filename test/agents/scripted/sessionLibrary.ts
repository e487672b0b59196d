// Has its own sessions, from `library.json` in SCRIPTED_STATE: lists them two at a time, loads, resumes and deletes
// them. CAN lists its capabilities. ODD mixes garbage into a page, SIGN_IN requires a sign-in before listing, LOAD is
// how a load proceeds: "late" sends the second turn after the response, "fails" stops after the first turn until the
// file "mended" exists beside the library.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, pause, textOf, Wire, WireError } from './wire.ts'

interface Session {
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string
  readonly updatedAt?: string
  readonly additionalDirectories?: string[]
  readonly prompts: string[]
}

const folder = process.env.SCRIPTED_STATE ?? '.'
const path = join(folder, 'library.json')
const can = (process.env.CAN ?? 'load resume list delete').split(' ')
const loadWay = process.env.LOAD
const pageSize = 2
let isSignedIn = process.env.SIGN_IN === undefined
let made = 0

const read = (): Session[] => JSON.parse(readFileSync(path, 'utf8')) as Session[]
const write = (sessions: Session[]): void => writeFileSync(path, JSON.stringify(sessions))

function known(sessionId: unknown): Session {
  const session = read().find(session => session.sessionId === sessionId)
  if (session === undefined)
    throw new WireError(-32002, `Resource not found: ${String(sessionId)}`)
  return session
}

function checkSignIn(): void {
  if (!isSignedIn)
    throw new WireError(-32000, 'Please log in to see your sessions')
}

const marker = (name: string) => can.includes(name) ? { [name]: {} } : {}
const rubbish = [null, 7, 'session', {}, { sessionId: 5, cwd: '/' }, { sessionId: 'no-folder' }, { sessionId: '', cwd: '/' }]

new Wire((wire) => {
  const replay = (sessionId: unknown, prompt: string, index: number): void => {
    wire.update(sessionId, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: prompt.slice(0, 3) } })
    wire.update(sessionId, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: prompt.slice(3) } })
    wire.update(sessionId, { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Hm.' } })
    // Unfinished, as after a crash of the agent; each turn counts its calls from one.
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'call-1',
      title: `Look ${index}`,
      kind: 'read',
      status: 'in_progress',
    })
    wire.say(sessionId, `You said: ${prompt}.`)
  }
  return {
    'initialize': initialized(
      'session-library',
      {
        loadSession: can.includes('load'),
        sessionCapabilities: { ...marker('list'), ...marker('resume'), ...marker('delete'), ...marker('additionalDirectories'), close: {} },
      },
      { authMethods: [{ id: 'test-login', name: 'Log in to the test' }] },
    ),
    'authenticate': () => void (isSignedIn = true),
    'session/list': ({ cwd, cursor }) => {
      checkSignIn()
      const all = read().filter(session => cwd === undefined || session.cwd === cwd)
      // A cursor is valid only in this process.
      const [pid, start = '0'] = String(cursor ?? `${process.pid}:0`).split(':')
      if (pid !== String(process.pid))
        throw new WireError(-32602, 'This cursor is not mine')
      const page = all.slice(Number(start), Number(start) + pageSize)
      const sessions = page.map(({ prompts, ...info }) => ({ ...info, _meta: { prompts: prompts.length } }))
      const isMore = Number(start) + pageSize < all.length
      return {
        sessions:
          process.env.ODD === undefined
            ? sessions
            : [
                ...rubbish,
                ...sessions.map(session => ({ ...session, title: session.title ?? 7, updatedAt: session.updatedAt ?? { at: 'noon' } })),
              ],
        ...(isMore && { nextCursor: `${process.pid}:${Number(start) + pageSize}` }),
      }
    },
    'session/new': ({ cwd }) => {
      const session = { sessionId: `made-${process.pid}-${++made}`, cwd: String(cwd), prompts: [] }
      write([...read(), session])
      return { sessionId: session.sessionId }
    },
    'session/load': async ({ sessionId, additionalDirectories }) => {
      const { prompts } = known(sessionId)
      const isBroken = loadWay === 'fails' && !existsSync(join(folder, 'mended'))
      const early = loadWay === 'late' || isBroken ? prompts.slice(0, 1) : prompts
      early.forEach((prompt, index) => replay(sessionId, prompt, index))
      if (isBroken) {
        appendFileSync(join(folder, 'fires'), '.')
        throw new WireError(-32603, `The library is on fire, time ${readFileSync(join(folder, 'fires')).length}`)
      }
      void pause(200).then(() => prompts.slice(early.length).forEach((prompt, index) => replay(sessionId, prompt, early.length + index)))
      if (Array.isArray(additionalDirectories))
        wire.say(sessionId, `Also in ${additionalDirectories.join(', ')}.`)
      return null
    },
    'session/resume': ({ sessionId }) => void known(sessionId),
    'session/close': () => ({}),
    'session/delete': ({ sessionId }) => {
      if (sessionId === 'precious')
        throw new WireError(-32603, 'This one stays')
      write(read().filter(session => session.sessionId !== sessionId))
    },
    'session/prompt': (params) => {
      const session = known(params.sessionId)
      wire.update(session.sessionId, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: textOf(params) } })
      session.prompts.push(textOf(params))
      write(read().map(other => (other.sessionId === session.sessionId ? session : other)))
      wire.say(session.sessionId, `You said: ${textOf(params)}. That makes ${session.prompts.length}.`)
      return { stopReason: 'end_turn' }
    },
  }
})
