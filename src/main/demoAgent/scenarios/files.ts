import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { basename } from 'node:path'
import { methods } from '@agentclientprotocol/sdk'
import { isAllowed, toRejection } from '../permission'

/** Scenarios that read and write files. */
export const fileScenarios: readonly Scenario[] = [
  { words: ['read'], takes: 'FILE [LINE] [LIMIT]', about: 'how it reads a file', group: 'Files', isCommand: true, run: read },
  { words: ['write'], takes: 'FILE [TEXT]', about: 'how it asks, then writes a file', group: 'Files', isCommand: true, run: write },
  {
    words: ['edit'],
    takes: 'FILE [OLD -> NEW]',
    about: 'how it reads a file, changes one thing and writes it back',
    group: 'Files',
    isCommand: true,
    run: edit,
  },
  {
    words: ['outside'],
    takes: '[PATH]',
    about: 'how it tries to read a file outside the workspace',
    group: 'Files',
    run: (turn, path) => read(turn, path || (process.platform === 'win32' ? 'C:\\Windows\\win.ini' : '/etc/hosts')),
  },
]

async function read(turn: Turn, rest: string): Promise<void> {
  const numbers = /(?:\s\d+){1,2}$/.exec(rest)?.[0] ?? ''
  const name = rest.slice(0, rest.length - numbers.length).trim()
  const [line, limit] = numbers === '' ? [] : numbers.trim().split(/\s/)
  if (name === '')
    return turn.say('Tell me which file, as in `read README.md`, or `read README.md 5 10` for ten lines from line 5.')
  const path = turn.path(name)
  const text = await readFile(turn, path, {
    line: line === undefined ? undefined : Number(line),
    limit: limit === undefined ? undefined : Number(limit),
  })
  if (text === undefined)
    return
  const lines = text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)
  const beginning = lines === 0 ? '' : ` It starts with:\n\n${addFence(text.split('\n').slice(0, 3).join('\n'))}`
  await turn.say(`I have read \`${basename(path)}\`: ${lines} line${lines === 1 ? '' : 's'}, ${text.length} characters.${beginning}`)
}

async function write(turn: Turn, rest: string): Promise<void> {
  const [, name = '', given] = /^(\S+)(?:\s+(\S[\s\S]*))?$/.exec(rest) ?? []
  if (!looksLikeFile(name))
    return turn.say('Tell me which file, as in `write hello.txt`, or `write hello.txt Good morning` with a text.')
  const text = given ?? 'Hello from the Demo agent.\nIt follows a script, no model is involved.\n'
  await writeFile(turn, { path: turn.path(name), text: text.endsWith('\n') ? text : `${text}\n`, oldText: undefined })
}

/** Parses `FILE`, or `FILE OLD -> NEW`. */
function parseEdit(rest: string): { name: string, from?: string, to?: string } {
  const [file = ''] = /^\S+/.exec(rest) ?? []
  const words = rest.slice(file.length).trim()
  const arrow = words.indexOf('->')
  if (words !== '' && arrow < 1)
    return { name: '' }
  const name = file.replace(/:$/, '')
  return words === '' ? { name } : { name, from: words.slice(0, arrow).trim(), to: words.slice(arrow + 2).trim() }
}

async function edit(turn: Turn, rest: string): Promise<void> {
  const { name, from, to } = parseEdit(rest)
  if (!looksLikeFile(name))
    return turn.say('Tell me which file, as in `edit notes.txt`, or `edit notes.txt old -> new` to replace a word.')
  const path = turn.path(name)
  const oldText = await readFile(turn, path, {})
  if (oldText === undefined)
    return
  if (from !== undefined && !oldText.includes(from))
    return turn.say(`\`${basename(path)}\` does not contain \`${from}\`, so I left it as it is.`)
  const text
    = from === undefined
      ? `${oldText}${oldText === '' || oldText.endsWith('\n') ? '' : '\n'}Edited by the Demo agent.\n`
      : oldText.replace(from, () => to ?? '')
  await writeFile(turn, { path, text, oldText })
}

/** Reads a file through the client, in a tool call. On failure, reports it and returns `undefined`. */
async function readFile(
  turn: Turn,
  path: string,
  { line, limit }: { line?: number, limit?: number },
): Promise<string | undefined> {
  if (turn.capabilities.fs?.readTextFile !== true) {
    await turn.say(`I cannot read \`${path}\`: this client does not offer files to its agents.`)
    return undefined
  }
  const tool = await turn.startTool({
    title: `Read ${basename(path)}`,
    kind: 'read',
    status: 'in_progress',
    locations: [{ path, line }],
    rawInput: { path, line, limit },
  })
  try {
    const { content } = await turn.client.request(
      methods.client.fs.readTextFile,
      { sessionId: turn.session.sessionId, path, line, limit },
      { cancellationSignal: turn.signal, stopWaitingOnCancel: true },
    )
    await tool.complete(addFence(content.slice(0, 2000)))
    return content
  }
  catch (error) {
    const { message } = toRejection(error, turn)
    await tool.fail(message)
    await turn.say(`I could not read \`${path}\`: ${message}`)
    return undefined
  }
}

/** Shows the diff, asks if the mode requires it, and writes the file through the client. */
async function writeFile(
  turn: Turn,
  { path, text, oldText }: { path: string, text: string, oldText: string | undefined },
): Promise<void> {
  const name = basename(path)
  if (turn.capabilities.fs?.writeTextFile !== true)
    return turn.say(`I cannot write \`${path}\`: this client does not let its agents write files.`)
  const before = oldText ?? await readQuietly(turn, path)
  const tool = await turn.startTool({
    title: `${before === undefined ? 'Write' : 'Edit'} ${name}`,
    kind: 'edit',
    status: 'pending',
    locations: [{ path }],
    rawInput: { path, content: text },
    content: [{ type: 'diff', path, oldText: before ?? null, newText: text }],
  })
  if (!await isAllowed(turn, tool, { key: `write:${path}`, words: `writing ${name}` })) {
    await tool.fail('Not written: you said no.')
    return turn.say(`You said no, so \`${name}\` is as it was.`)
  }
  try {
    await tool.update({ status: 'in_progress' })
    await turn.client.request(
      methods.client.fs.writeTextFile,
      { sessionId: turn.session.sessionId, path, content: text },
      { cancellationSignal: turn.signal, stopWaitingOnCancel: true },
    )
  }
  catch (error) {
    const { message } = toRejection(error, turn)
    await tool.fail(message)
    return turn.say(`I could not write \`${path}\`: ${message}`)
  }
  await tool.complete()
  await turn.say(`I have ${before === undefined ? 'written' : 'changed'} \`${name}\`.`)
}

/** Reads a file that will be overwritten; `undefined` if it is new or unreadable. */
async function readQuietly(turn: Turn, path: string): Promise<string | undefined> {
  if (turn.capabilities.fs?.readTextFile !== true)
    return undefined
  try {
    return (
      await turn.client.request(
        methods.client.fs.readTextFile,
        { sessionId: turn.session.sessionId, path },
        { cancellationSignal: turn.signal, stopWaitingOnCancel: true },
      )
    ).content
  }
  catch (error) {
    toRejection(error, turn)
    return undefined
  }
}

/** Prevents "write a poem" from writing a file named "a". */
function looksLikeFile(name: string): boolean {
  return /[./\\]/.test(name)
}

/** A code block whose fence is longer than any inside the text. */
function addFence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.trimEnd()}\n${fence}`
}
