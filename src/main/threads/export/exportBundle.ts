import type { AgentConnection } from '../../agents/agentConnection'
import type { ThreadStore } from '../../store/threadStore'
import type { Thread } from '../thread'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { type Bundle, bundleFormat, bundleVersion, maxBundleBytes } from '../../../shared/bundle/bundle'
import { HostError } from '../../../shared/errors'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { formatLaunchLine } from '../../agents/agentDefinition'
import { type AgentLogs, collectSecrets } from './agentLogs'

/** Shorter texts, such as paths and states, are kept. Longer ones are probably file contents or output. */
const maxKeptCharacters = 120
/** Other work of the host runs after this long. */
const stepMs = 10
const contentKeys = new Set(['oldText', 'newText', 'blob', 'output', 'rawOutput', 'rawInput'])

/** Options of an export. */
interface BundleExport {
  readonly thread: Thread
  readonly store: ThreadStore
  readonly logs: AgentLogs
  readonly folder: string
  /** Parley's version. */
  readonly version: string
  readonly withContents: boolean
}

/**
 * Writes the thread, its terminals and its agent's log to a new file that only its owner can read. Removes secrets and
 * the path of the home folder.
 */
export async function exportBundle(asked: BundleExport): Promise<{ path: string, bytes: number }> {
  const { thread, logs, folder, withContents } = asked
  const connection = logs.connection(thread.summary)
  const whole = buildBundle(asked, connection)
  const text = await serializeBundle(whole, { connection, withContents })
    ?? await serializeBundle({ ...whole, trace: [] }, { connection, withContents })
  if (text === undefined) {
    throw new HostError(
      'unsupported',
      'The bundle would be larger than 64 MB. Choose “Without file contents” and export again.',
    )
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = toFileName(collectSecrets(connection).clean(whole.thread.title))
  const path = join(folder, `${name}-${new Date(whole.exportedAt).toISOString().replaceAll(/[:.]/g, '-')}.json`)
  await writeFile(path, text, { mode: 0o600, flag: 'wx' })
  return { path, bytes: Buffer.byteLength(text) }
}

function buildBundle(
  { thread, store, version, withContents }: BundleExport,
  connection: AgentConnection | undefined,
): Bundle {
  const { threadId, title, agentName, folder, createdAt } = thread.summary
  thread.flush() // events are read from the store
  const events = store.readEvents(threadId, { afterSeq: 0 })
  const terminalIds = new Set(events.flatMap(event => event.type === 'terminalStart' ? [event.terminalId] : []))
  return {
    format: bundleFormat,
    version: bundleVersion,
    exportedAt: Date.now(),
    made: { parley: version, platform: process.platform },
    thread: { title, agentName, folder, createdAt },
    agent: connection && describeAgent(connection),
    isWithoutContents: !withContents,
    events,
    terminals: [...terminalIds].flatMap(terminalId => thread.terminals.view(terminalId) ?? []),
    trace: connection?.trace.entries ?? [],
  }
}

function describeAgent({ agent, agentInfo, exit }: AgentConnection): Bundle['agent'] {
  return {
    name: agentInfo?.title ?? agentInfo?.name ?? agent.name,
    version: agentInfo?.version,
    command: formatLaunchLine(agent),
    exit: exit && (exit.why ?? `exit code ${exit.code}, signal ${exit.signal}`),
  }
}

/** Serializes the bundle. Returns `undefined` if it would be too large to open again. */
async function serializeBundle(
  bundle: Bundle,
  { connection, withContents }: { connection: AgentConnection | undefined, withContents: boolean },
): Promise<string | undefined> {
  const kept = (withContents ? bundle : redactContents(bundle)) as Bundle // a copy of the same shape
  const secrets = collectSecrets(connection)
  secrets.learn(kept)
  const keys = new Map<string, string>()
  const cut = <T>(value: T): T => secrets.cut(value, keys) as T // the same
  const clean = (text: string): string => secrets.clean(text)
  const events = await mapInSteps(kept.events, cut)
  const trace = await mapInSteps(kept.trace, cut)
  await redactSplitSecrets(events.flatMap(event => (event.type === 'update' ? [event.update] : [])), clean)
  await redactSplitSecrets(trace.flatMap(entry => ('message' in entry ? extractUpdate(entry.message) : [])), clean)
  const home = homedir()
  const withoutHome = (value: unknown): unknown => replaceHome(value, home)
  const text = JSON.stringify({
    ...withoutHome(cut({ ...kept, events: [], terminals: [], trace: [] })) as Bundle, // in its order of fields
    events: await mapInSteps(events, withoutHome),
    terminals: await mapInSteps(kept.terminals, terminal => withoutHome(cut(terminal))),
    trace: await mapInSteps(trace, withoutHome),
  }, undefined, 1)
  return Buffer.byteLength(text) > maxBundleBytes ? undefined : text
}

/** Maps the items of a thread, which may take seconds, and lets other work run in between. */
async function mapInSteps<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = []
  let startedAt = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - startedAt > stepMs) {
      await turnOfLoop()
      startedAt = performance.now()
    }
  }
  return mapped
}

/** Returns the session update of a message, if any, as a list. */
function extractUpdate(message: unknown): unknown[] {
  return isJsonObject(message) && isJsonObject(message.params) && isJsonObject(message.params.update)
    ? [message.params.update]
    : []
}

/** Replaces the home folder with `~`, because its path usually contains the person's name. */
function replaceHome(value: unknown, home: string): unknown {
  if (typeof value === 'string') {
    return home.length > 1
      ? value.replaceAll(new RegExp(`${home.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`, 'g'), '~')
      : value
  }
  if (Array.isArray(value))
    return value.map(item => replaceHome(item, home))
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) =>
        [replaceHome(key, home), replaceHome(field, home)],
      ))
    : value
}

function toFileName(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 40) || 'thread'
}

/**
 * Copies the value without file contents and output: diffs, texts read and written, tool results, attachments,
 * terminal output. Keeps the conversation and the names of files and commands.
 */
function redactContents(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(redactContents)
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) =>
          [key, isContent(key, field, value) ? summarizeTexts(field) : redactContents(field)],
        ),
      )
    : value
}

function isContent(key: string, field: unknown, owner: JsonObject): boolean {
  if (contentKeys.has(key))
    return true
  switch (key) {
    case 'content': // a file's text or a tool's result; the agent's own words are content blocks
      return typeof field === 'string' || owner.type === 'content'
    case 'data': // an image, a sound, or terminal output in `_meta`
      return typeof field === 'string'
    case 'resource':
      return owner.type === 'resource'
    default:
      return false
  }
}

/** Replaces each long text with a note of its size. */
function summarizeTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxKeptCharacters ? `[left out: ${value.length} characters]` : value
  if (Array.isArray(value))
    return value.map(summarizeTexts)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, summarizeTexts(field)]))
    : value
}

/** One chunk of a streamed text. Chunks with the same `key` belong together. */
interface TextChunk {
  readonly key: string
  readonly content: JsonObject & { readonly text: string }
}

/**
 * Redacts secrets that are split across the chunks of a streamed message; secrets within one chunk are already
 * redacted. Changes the updates in place: the first chunk gets the whole redacted text, the others become empty.
 */
async function redactSplitSecrets(updates: readonly unknown[], clean: (text: string) => string): Promise<void> {
  let run: TextChunk[] = []
  await mapInSteps([...updates, undefined], (update) => {
    const piece = toTextChunk(update)
    if (piece && piece.key === run[0]?.key) {
      run.push(piece)
      return
    }
    const joined = run.map(({ content }) => content.text).join('')
    const cleaned = run.length > 1 ? clean(joined) : joined
    if (cleaned !== joined)
      run.forEach(({ content }, index) => Object.assign(content, { text: index === 0 ? cleaned : '' }))
    run = piece ? [piece] : []
  })
}

function toTextChunk(update: unknown): TextChunk | undefined {
  if (
    !isJsonObject(update)
    || typeof update.sessionUpdate !== 'string'
    || !update.sessionUpdate.endsWith('_chunk')
    || !isJsonObject(update.content)
  ) {
    return undefined
  }
  const { content, messageId, sessionUpdate } = update
  return typeof content.text === 'string'
    ? { key: JSON.stringify([sessionUpdate, messageId]), content: content as TextChunk['content'] }
    : undefined
}
