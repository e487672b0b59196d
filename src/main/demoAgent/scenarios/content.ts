import type { Scenario } from '../scenario'
import type { Turn } from '../turn'
import { pathToFileURL } from 'node:url'
import { drawImage } from '../drawImage'

/** Scenarios that show kinds of content. */
export const contentScenarios: readonly Scenario[] = [
  { words: ['image', 'picture'], about: 'a picture in the answer and in a tool call', group: 'Content', run: showImage },
  { words: ['links', 'link'], about: 'links to files and pages', group: 'Content', run: showLinks },
  { words: ['resource'], about: 'an embedded text', group: 'Content', run: showResource },
  { words: ['diff', 'diffs'], about: 'changes to several files, one of them new (only shown, not made)', group: 'Content', run: showDiffs },
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
  const tool = await turn.startTool({ title: 'Change three files', kind: 'edit', status: 'in_progress', locations: [{ path, line: 2 }] })
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
      { type: 'diff', path: turn.path('docs/notes.md'), oldText: longText('before'), newText: longText('after') },
    ],
  })
  await turn.say('I showed changes to three files, one of them new. I did not touch your disk.')
}

/** Long enough for a diff to fold some unchanged parts. */
function longText(word: string): string {
  return Array.from({ length: 60 }, (_, index) => index % 25 === 10 ? `line ${index + 1}: ${word}` : `line ${index + 1}`).join('\n')
}
