import { Buffer } from 'node:buffer'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hostile } from '../support/scriptedAgent'
import { testHost } from '../support/testHost'

const text = 'one\ncaf\xE9\nthree\n'
const mark = '\uFEFF'

/** The same text, as written by different systems and programs. */
const forms: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': text => Buffer.from(text),
  'UTF-8 with a mark': text => Buffer.from(mark + text),
  'UTF-16': text => Buffer.from(mark + text, 'utf16le'),
  'UTF-16 of the other order': text => Buffer.from(mark + text, 'utf16le').swap16(),
  'Latin-1': text => Buffer.from(text, 'latin1'),
  'CRLF': text => Buffer.from(text.replaceAll('\n', '\r\n')),
  'UTF-16 with CRLF': text => Buffer.from(mark + text.replaceAll('\n', '\r\n'), 'utf16le'),
  'Latin-1 with CRLF': text => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1'),
}
/** Written in another normal form than they are asked for. */
const onDisk = (name: string): string => `re\u0301sume\u0301 ${name}.txt`
const asAsked = (name: string): string => onDisk(name).normalize('NFC')

it('reads, writes, searches and reviews a file in any encoding, with any line endings', async () => {
  const host = await testHost({ agents: { Puppet: hostile('puppet') }, isRecorded: true })
  const { client, workspace } = host
  const names = Object.keys(forms)
  const bytesOf = (name: string): Buffer => readFileSync(join(workspace, onDisk(name)))
  for (const name of names)
    writeFileSync(join(workspace, onDisk(name)), forms[name]!(text))
  const thread = await host.startThread('Puppet')
  const { threadId } = thread

  for (const name of names) {
    const path = join(workspace, asAsked(name))
    const before = thread.of('agent').length
    await thread.ask(JSON.stringify([
      { ask: ['fs/read_text_file', { path, line: 2, limit: 1 }] },
      { ask: ['fs/write_text_file', { path, content: text.replace('three', 'four') }] },
      { ask: ['fs/read_text_file', { path }] },
    ]))
    const said = JSON.stringify(thread.of('agent').slice(before))
    expect(said.match(/caf\xE9/g), name).toHaveLength(2)
    expect(bytesOf(name).equals(forms[name]!(text.replace('three', 'four'))), name).toBe(true)
  }
  expect(readdirSync(workspace).sort()).toEqual(names.map(onDisk).sort())

  for (const name of names) {
    const path = join(workspace, onDisk(name))
    expect(await client.openBuffer({ threadId, path }), name).toMatchObject({ text: text.replace('three', 'four') })
  }
  const search = { threadId, searchId: 's', text: 'caf\xE9', isRegex: false, matchCase: true, wholeWord: true }
  expect(await client.searchFiles({ ...search, include: asAsked('*').replace(' *', '*') })).toMatchObject({ files: names.length })

  await thread.until(() => thread.turnEnds.at(-1)?.changes !== undefined)
  const { files } = await client.listChanges({ threadId })
  expect(files.map(({ added, removed }) => [added, removed])).toEqual(names.map(() => [1, 1]))
  await client.decideChanges({ threadId, act: 'reject', files: files.map(({ path, keys }) => ({ path, ...keys!, hunks: [0] })) })
  for (const name of names)
    expect(bytesOf(name).equals(forms[name]!(text)), name).toBe(true)
})
