// Reads and writes files through its client, by the lines of a prompt: `read FILE [LINE LIMIT]` says the content;
// `append FILE TEXT` writes the content followed by TEXT; `put FILE TEXT` writes TEXT; `replace FILE OLD NEW` replaces
// OLD by NEW; `run COMMAND` runs a command in its client. `\n` is a line feed.
import { join } from 'node:path'
import { initialized, type JsonObject, pause, textOf, Wire } from './wire.ts'

let folder = '.'
const texts = new Map<string, string>()

new Wire((wire) => {
  const act = async (line: string, sessionId: unknown): Promise<void> => {
    const [verb, name = '', ...rest] = line.split(' ').map(word => word.replaceAll(String.raw`\n`, '\n'))
    const path = join(folder, name)
    const write = (content: string): Promise<JsonObject> => {
      texts.set(path, content)
      return wire.request('fs/write_text_file', { sessionId, path, content })
    }
    if (verb === 'read') {
      const [from, limit] = rest.map(Number)
      const { content } = await wire.request('fs/read_text_file', { sessionId, path, ...from !== undefined && { line: from, limit } })
      if (from === undefined)
        texts.set(path, String(content))
      wire.say(sessionId, `<${String(content)}>\n`)
    }
    if (verb === 'put')
      await write(rest.join(' '))
    if (verb === 'append')
      await write(`${texts.get(path)}${rest.join(' ')}`)
    if (verb === 'replace')
      await write(texts.get(path)!.replace(rest[0]!, rest[1]!))
    if (verb === 'run') {
      const { terminalId } = await wire.request('terminal/create', { sessionId, command: name, args: rest })
      await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
    }
    if (verb === 'pause')
      await pause(Number(name))
  }
  return {
    'initialize': initialized('files-by-request', { sessionCapabilities: { resume: {} } }),
    'session/new': ({ cwd }) => {
      folder = String(cwd)
      return { sessionId: `files-${process.pid}` }
    },
    'session/resume': ({ cwd }) => {
      folder = String(cwd)
      return {}
    },
    'session/prompt': async (params) => {
      for (const line of textOf(params).split('\n'))
        await act(line, params.sessionId).catch((error: Error) => wire.say(params.sessionId, `Failed: ${error.message}\n`))
      return { stopReason: 'end_turn' }
    },
  }
})
