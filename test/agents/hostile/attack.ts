import type { JsonObject, WireError } from '../scripted/wire.ts'
// Frame for malicious agents. Writes the client's responses as JSON to the file REPORT.
import { writeFileSync } from 'node:fs'
import { initialized, Wire } from '../scripted/wire.ts'

export interface Attack {
  /** The workspace, which is the agent's working directory. */
  readonly root: string
  /** A folder beside it, with a file `secret` and a folder `sub`. */
  readonly outside: string
  /** The client's response: a file's text, `ok` for an empty one, or the error's code and message. */
  readonly read: (path: unknown, more?: JsonObject) => Promise<string>
  readonly write: (path: unknown, content?: unknown) => Promise<string>
  readonly ask: (method: string, params: unknown) => Promise<string>
  /** Like `ask`, with the session's id added; returns the whole response. */
  readonly call: (method: string, params: JsonObject) => Promise<JsonObject | string>
}

/** Runs the attack at the first prompt, and reports its result. */
export function attack(name: string, play: (attack: Attack) => Promise<unknown>): void {
  new Wire(wire => ({
    'initialize': initialized(name),
    'session/new': () => ({ sessionId: `${name}-${process.pid}` }),
    'session/prompt': async ({ sessionId }) => {
      const ask = (method: string, params: unknown): Promise<string> => wire.request(method, params as JsonObject).then(
        result => typeof result.content === 'string' ? result.content : 'ok',
        (error: WireError) => `${error.code} ${error.message}`,
      )
      const call: Attack['call'] = (method, params) =>
        wire.request(method, { sessionId, ...params }).catch((error: WireError) => `${error.code} ${error.message}`)
      const report = await play({
        root: process.cwd(),
        outside: process.env.OUTSIDE!,
        ask,
        call,
        read: (path, more = {}) => ask('fs/read_text_file', { sessionId, path, ...more }),
        write: (path, content = 'from the agent') => ask('fs/write_text_file', { sessionId, path, content }),
      })
      writeFileSync(process.env.REPORT!, JSON.stringify(report))
      wire.say(sessionId, 'Done.')
      return { stopReason: 'end_turn' }
    },
  }))
}

/** Sends a request about each thing. Returns the responses in order. */
export async function each<T extends string | number>(
  things: readonly T[],
  question: (thing: T) => Promise<string>,
): Promise<Record<T, string>> {
  const answers = {} as Record<T, string>
  for (const thing of things)
    answers[thing] = await question(thing)
  return answers
}
