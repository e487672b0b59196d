import type { FuzzTarget } from '../target'
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { type DecodedUpdate, decodeSessionUpdate } from '../../../../src/main/agents/decode/sessionUpdateDecoder'
import { AgentTrace } from '../../../../src/main/agents/trace/agentTrace'
import { AgentWire } from '../../../../src/main/agents/wire/agentWire'
import { LineSplitter } from '../../../../src/main/agents/wire/lineSplitter'
import { findLineFault } from '../../../../src/main/agents/wire/readLine'
import { sessionUpdate } from '../../../../src/shared/bundle/updateSchema'
import { isJsonObject } from '../../../../src/shared/text/jsonObject'
import { createRandom, cut, type Random } from '../random'

const lastUpdate = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'still heard' } }
const last = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 'last', update: lastUpdate } })
const lists = ['entries', 'availableCommands', 'configOptions', 'content', 'locations', 'summary']

/** Any output of an agent gives the same lines in any pieces, valid or omitted updates, and later messages are read. */
export const wire: FuzzTarget = {
  name: 'wire',
  shape: 'json lines',
  corpus: ['tools/fuzz/corpus/wire/*'],
  run: async (input) => {
    const random = createRandom(input)
    checkLines(input, random)
    const bytes = Buffer.concat([input, Buffer.from(`\n${last}\n`)])
    const expected = decodeUpdates(bytes)
    assert.equal(expected.at(-1)?.sessionId, 'last')
    for (const decoded of expected)
      checkDecoded(decoded, random)
    assert.deepEqual(await heard(cut(bytes, random, 4000)), expected.map(({ sessionId, update }) => ({ sessionId, update })))
  },
}

function checkLines(input: Buffer, random: Random): void {
  const limits = { lineBytes: 5000, fatalBytes: Infinity }
  const inPieces = splitLines(cut(input, random, 2000), limits.lineBytes)
  assert.deepEqual(inPieces, splitLines([input], limits.lineBytes))
  const rows = input.toString('latin1').split('\n')
  if (rows.at(-1) === '')
    rows.pop()
  assert.deepEqual(
    inPieces.map(line => (typeof line === 'string' ? 'taken' : line.bytes)),
    rows.map(row => (row.length > limits.lineBytes ? row.length : 'taken')),
  )
}

function splitLines(pieces: readonly Buffer[], lineBytes: number): (string | { bytes: number })[] {
  const lines: (string | { bytes: number, head: string })[] = []
  const splitter = new LineSplitter({
    onLine: line => lines.push(line),
    onSkipped: skipped => lines.push(skipped),
    onFatal: () => assert.fail('gave up a stream that has no such limit'),
    limits: { lineBytes, fatalBytes: Infinity },
  })
  for (const piece of pieces)
    splitter.push(piece)
  splitter.end()
  return lines
}

/** Decodes the expected updates, line by line. */
function decodeUpdates(bytes: Buffer): DecodedUpdate[] {
  return splitLines([bytes], Infinity).flatMap((line) => {
    const message = typeof line === 'string' && /^[ \t\r]*[{[]/.test(line) && findLineFault(line) === undefined
      ? parsed(line)
      : undefined
    const decoded
      = isJsonObject(message) && message.jsonrpc === '2.0' && message.method === 'session/update' && message.id === undefined
        ? decodeSessionUpdate(message.params)
        : undefined
    return decoded ? [decoded] : []
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  }
  catch {
    return undefined // noise
  }
}

function checkDecoded({ sessionId, update }: DecodedUpdate, random: Random): void {
  const stored = JSON.parse(JSON.stringify(update)) as unknown
  const again = decodeSessionUpdate({ sessionId, update: stored })
  assert.deepEqual(again, { sessionId, update: stored, repaired: [] }, 'what was decoded is right, also when it was stored')
  const checked = sessionUpdate.safeParse(stored)
  assert.ok(checked.success, `a bundle takes it: ${checked.error?.message}`)
  for (const key of lists) {
    const items = (stored as Record<string, unknown>)[key]
    if (!Array.isArray(items))
      continue
    const withBadPart = decodeSessionUpdate({
      sessionId,
      update: { ...(stored as object), [key]: items.toSpliced(random.below(items.length + 1), 0, null) },
    })
    // Unknown kinds are not validated.
    if (withBadPart?.repaired.length !== 0)
      assert.deepEqual(withBadPart?.update, stored, `one bad part in "${key}" costs nothing else`)
  }
}

async function heard(pieces: readonly Buffer[]): Promise<{ sessionId: string, update: unknown }[]> {
  const input = new PassThrough()
  const output = new PassThrough()
  output.resume()
  const updates: { sessionId: string, update: unknown }[] = []
  await new Promise<void>((resolve) => {
    new AgentWire({
      input,
      output,
      trace: new AgentTrace(),
      onUpdate: (sessionId, update) => updates.push({ sessionId, update }),
      onNotice: () => undefined,
      onClose: () => resolve(),
    })
    for (const piece of pieces)
      input.write(piece)
    input.end()
  })
  return updates
}
