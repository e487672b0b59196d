import { Buffer } from 'node:buffer'
import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { saveFile } from '../../../src/main/host/handlers/fileHandlers'
import { temporaryFolder } from '../../support/temporaryFolder'

/** Saves as the person who chooses that name in the dialog, or closes it. */
async function saveAs(folder: string, choose: (offered: string) => string | undefined, file: { name: string, bytes: string }) {
  const offered: string[] = []
  const choosePlaceToSave = (name: string): Promise<string | undefined> => {
    offered.push(name)
    const chosen = choose(name)
    return Promise.resolve(chosen === undefined ? undefined : join(folder, chosen))
  }
  const platform = { shell: 'desktop' as const, openExternal: () => Promise.resolve(), choosePlaceToSave }
  return { offered, path: await saveFile(platform, { name: file.name, bytes: Buffer.from(file.bytes, 'latin1') }) }
}

const program = { name: 'report.pdf', bytes: '\x7FELF\x02' }

it('suggests a name with the detected file type, and writes a file that is not executable', async () => {
  const folder = temporaryFolder('parley-save-')
  const { offered, path } = await saveAs(folder, name => name, program)
  expect([offered, path]).toEqual([['report.pdf.bin'], join(folder, 'report.pdf.bin')])
  expect([readFileSync(path!, 'latin1'), statSync(path!).mode & 0o111]).toEqual([program.bytes, 0])
})

it('replaces only the file that the person chose, which is then not executable', async () => {
  const folder = temporaryFolder('parley-save-')
  for (const name of ['old.bin', 'run.sh.bin'])
    writeFileSync(join(folder, name), 'what was there before')
  chmodSync(join(folder, 'old.bin'), 0o755)
  await saveAs(folder, () => 'old.bin', program)
  expect([readFileSync(join(folder, 'old.bin'), 'latin1'), statSync(join(folder, 'old.bin')).mode & 0o777]).toEqual([program.bytes, 0o644])
  await expect(saveAs(folder, () => 'run.sh', program)).rejects.toThrow('“run.sh.bin” was not saved: a file of that name is there already.')
  expect([existsSync(join(folder, 'run.sh')), readFileSync(join(folder, 'run.sh.bin'), 'utf8')]).toEqual([false, 'what was there before'])
})

it.skipIf(process.platform === 'win32')('writes through no symbolic or hard link', async () => {
  const folder = temporaryFolder('parley-save-')
  writeFileSync(join(folder, 'profile'), 'mine')
  symlinkSync('profile', join(folder, 'link.bin'))
  symlinkSync('elsewhere', join(folder, 'dead.bin'))
  linkSync(join(folder, 'profile'), join(folder, 'twin.bin'))
  await expect(saveAs(folder, () => 'link.bin', program)).rejects.toThrow('“link.bin” was not saved: it is a link to another place.')
  await expect(saveAs(folder, () => 'dead.bin', program)).rejects.toThrow('it is a link to another place')
  await expect(saveAs(folder, () => 'twin.bin', program)).rejects.toThrow('the file has other names')
  expect([readFileSync(join(folder, 'profile'), 'utf8'), existsSync(join(folder, 'elsewhere'))]).toEqual(['mine', false])
})

it('writes nothing when the dialog is closed', async () => {
  const folder = temporaryFolder('parley-save-')
  expect((await saveAs(folder, () => undefined, program)).path).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})
