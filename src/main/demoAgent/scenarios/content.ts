import type { ToolCall, ToolKind } from '@agentclientprotocol/sdk'
import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'

/** Scenarios that show the content types. */
export const contentScenarios: readonly Scenario[] = [
  {
    words: ['image', 'picture'],
    about: 'a picture in the answer and in a tool call',
    group: 'Content',
    run: showImage,
  },
  { words: ['links', 'link'], about: 'links to files and pages', group: 'Content', run: showLinks },
  { words: ['resource'], about: 'an embedded text', group: 'Content', run: showResource },
  {
    words: ['diff', 'diffs'],
    about: 'changes to several files, one of them new (only shown, not made)',
    group: 'Content',
    run: showDiffs,
  },
]

async function showImage(turn: Turn): Promise<void> {
  const image = { type: 'image' as const, data: drawImage(160, 100).toString('base64'), mimeType: 'image/png' }
  const tool = await turn.startTool({ title: 'Draw a picture', kind: 'other', status: 'in_progress' })
  await tool.update({ status: 'completed', content: [{ type: 'content', content: image }] })
  await turn.say('Here it is again, in the answer:')
  await turn.show(image)
}

async function showLinks(turn: Turn): Promise<void> {
  await turn.say('A file of this folder, and a page on the web:')
  await turn.show({
    type: 'resource_link',
    uri: pathToFileURL(turn.path('README.md')).href,
    name: 'README.md',
    mimeType: 'text/markdown',
    description: 'It may not exist',
  })
  await turn.show({
    type: 'resource_link',
    uri: 'https://agentclientprotocol.com',
    name: 'Agent Client Protocol',
    title: 'Agent Client Protocol',
  })
}

async function showResource(turn: Turn): Promise<void> {
  await turn.say('This text came as an embedded resource:')
  await turn.show({
    type: 'resource',
    resource: {
      uri: 'demo:///poem.txt',
      mimeType: 'text/plain',
      text: 'A script was asked to write a rhyme.\nIt read the same one every time.\n',
    },
  })
}

async function showDiffs(turn: Turn): Promise<void> {
  const path = turn.path('src/greet.ts')
  const tool = await turn.startTool({
    title: 'Change three files',
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path, line: 2 }],
  })
  await turn.pause(20)
  await tool.update({
    status: 'completed',
    content: [
      {
        type: 'diff',
        path,
        oldText: 'export function greet(name: string) {\n  return \'Hello \' + name\n}\n',
        newText: 'export function greet(name: string): string {\n  return `Hello, ${name}!`\n}\n',
      },
      {
        type: 'diff',
        path: turn.path('src/farewell.ts'),
        oldText: null,
        newText: 'export function farewell(name: string): string {\n  return `Goodbye, ${name}!`\n}\n',
      },
      { type: 'diff', path: turn.path('docs/notes.md'), oldText: createLongText('before'), newText: createLongText('after') },
    ],
  })
  await turn.say('I showed changes to three files, one of them new. I did not touch your disk.')
}

/** A text that is long enough for a diff to collapse unchanged parts. */
function createLongText(word: string): string {
  return Array.from(
    { length: 60 },
    (_, index) => index % 25 === 10 ? `line ${index + 1}: ${word}` : `line ${index + 1}`,
  ).join('\n')
}

/** Draws a PNG with a sky, a sun and a hill, to avoid shipping an image file. */
function drawImage(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => getColour(x / width, y / height)).flat()]))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // eight bits per colour; red, green, blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(Buffer.concat(rows))),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

function getColour(x: number, y: number): [number, number, number] {
  if (y > 0.75 - 0.2 * Math.sin(x * Math.PI))
    return [70, 140 - Math.round(40 * y), 80]
  if ((x - 0.75) ** 2 * 2.56 + (y - 0.25) ** 2 < 0.015)
    return [255, 215, 80]
  return [120 + Math.round(80 * y), 180 + Math.round(40 * y), 240]
}

function createChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(computeChecksum(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** PNG's CRC-32, which is built into Node only since version 22. */
function computeChecksum(bytes: Buffer): number {
  let crc = 0xFFFFFFFF
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++)
      crc = (crc >>> 1) ^ (crc & 1 ? 0xEDB88320 : 0)
  }
  return (crc ^ 0xFFFFFFFF) >>> 0
}

/** Scenarios with many tool calls. */
export const toolScenarios: readonly Scenario[] = [
  { words: ['many', 'tools'], about: 'twenty tool calls of all ten kinds', group: 'Content', run: makeManyCalls },
]

async function makeManyCalls(turn: Turn): Promise<void> {
  await turn.say('Twenty tool calls. I only pretend to make them.')
  for (let round = 0; round < 2; round++) {
    for (const { kind, title, file } of pretendedCalls) {
      const path = file === undefined ? undefined : turn.path(file)
      const announced: Omit<ToolCall, 'toolCallId'> = {
        title,
        kind,
        status: 'pending',
        name: `demo_${kind}`,
        rawInput: { kind, path, round: round + 1 },
      }
      const tool = await turn.startTool({
        ...announced,
        ...path !== undefined && { locations: [{ path, line: round * 10 + 1 }] },
      })
      await turn.pause(5)
      await tool.update({ status: 'in_progress' })
      await turn.pause(5)
      const failed = round === 1 && kind === 'fetch'
      await tool.update({ rawOutput: { ok: !failed, took: `${(round + 1) * 12} ms` } })
      if (failed)
        await tool.fail('The page did not answer (pretended).')
      else
        await tool.complete(`Done: **${title}** (pretended).`)
    }
  }
  await turn.say('Nineteen went well, and one failed on purpose.')
}

const pretendedCalls: readonly { kind: ToolKind, title: string, file?: string }[] = [
  { kind: 'read', title: 'Read README.md', file: 'README.md' },
  { kind: 'search', title: 'Search for "greet"', file: 'src/greet.ts' },
  { kind: 'edit', title: 'Edit src/greet.ts', file: 'src/greet.ts' },
  { kind: 'move', title: 'Move notes.txt to docs/notes.txt', file: 'docs/notes.txt' },
  { kind: 'delete', title: 'Delete old.txt', file: 'old.txt' },
  { kind: 'execute', title: 'npm test' },
  { kind: 'think', title: 'Think about the result' },
  { kind: 'fetch', title: 'Fetch https://example.org' },
  { kind: 'switch_mode', title: 'Switch to Ask mode' },
  { kind: 'other', title: 'Water the plants' },
]
