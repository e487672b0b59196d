import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { testHost } from '../support/testHost'

it('edits and saves a file of 20 MB', async () => {
  const host = await testHost()
  const { threadId } = await host.startThread()
  const path = join(host.workspace, 'long.txt')
  const long = `first\n${'a line of some length, as code has\n'.repeat(580_000)}last\n`
  writeFileSync(path, long)
  const place = { threadId, path }
  const file = await EditedFile.open(host.connection, place)
  expect(file.view.text === long).toBe(true)
  file.type('first', 'FIRST')
  await file.push()
  expect(await host.client.saveBuffer(place)).toEqual({ outcome: 'saved' })
  expect(readFileSync(path, 'utf8') === `FIRST${long.slice(5)}`).toBe(true)
})
