import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { toSeenFile } from '../../../src/main/changes/scan/fileStamp'
import { createKnownFolder, ensureFile } from '../../../src/main/changes/scan/knownFolder'
import { tryLstat } from '../../../src/main/changes/scan/readState'
import { StatsPrefetch } from '../../../src/main/changes/scan/statsPrefetch'
import { ledgerProgram } from '../../support/ledgerProgram'
import { temporaryFolder } from '../../support/temporaryFolder'

const count = 200

it('detects unchanged files in a second worker, from the last one backwards', async () => {
  const folder = temporaryFolder('parley-folder-')
  const root = createKnownFolder('', folder, { acceptsNew: true })
  mkdirSync(join(folder, 'é'))
  const files = Array.from(
    { length: count },
    (_, file) => ensureFile(root, file % 2 === 0 ? `file${file}` : `é/file\n${file}`),
  )
  for (const file of files) {
    writeFileSync(file.absolute, 'x')
    const stats = tryLstat(file.absolute)!
    file.seen = toSeenFile('u', stats, stats.ctimeMs + 1_000)
  }
  const [racy, changed, gone, link] = [files[count - 1]!, files[count - 3]!, files[count - 5]!, files[count - 7]!]
  racy.seen = { ...racy.seen!, looked: racy.seen!.ctime }
  writeFileSync(changed.absolute, 'other')
  rmSync(gone.absolute)
  rmSync(link.absolute)
  symlinkSync('elsewhere', link.absolute)
  const ahead = new StatsPrefetch(ledgerProgram(), 1)
  onTestFinished(() => ahead.close())
  const filterUnchanged = (some: typeof files) => some.filter(file => ahead.isUnchanged(file, file.seen!))
  expect(filterUnchanged(files)).toEqual([])
  ahead.begin(root)
  const walked = [...files.filter((_, index) => index % 2 === 0), ...files.filter((_, index) => index % 2 === 1)]
  const first = walked[count * 0.4]! // asked for a later one, the thread would stop there
  const waitUntilDone = () => vi.waitFor(() => expect(ahead.isUnchanged(first, first.seen!)).toBe(true), 10_000)
  await waitUntilDone()
  const others = walked.slice(count * 0.4).filter(file => !ahead.isUnchanged(file, file.seen!))
  expect(new Set(others)).toEqual(new Set([racy, changed, gone, link]))
  expect(filterUnchanged(walked.slice(0, count * 0.4))).toEqual([])
  ahead.end()
  expect(filterUnchanged(walked)).toEqual([])
  ahead.begin(root)
  await waitUntilDone()
})
