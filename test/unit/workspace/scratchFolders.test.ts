import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ScratchFolders } from '../../../src/main/workspace/scratch/scratchFolders'

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-scratch-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function createScratchFolders(): ScratchFolders {
  return new ScratchFolders(makeFolder())
}

describe('a scratch folder', () => {
  it('is empty, private, and has a unique name', () => {
    const scratch = createScratchFolders()
    const lent = Array.from({ length: 20 }, () => scratch.create())
    expect(new Set(lent.map(({ folder }) => folder)).size).toBe(20)
    for (const { folder, scratch: pin } of lent) {
      expect(readdirSync(folder)).toEqual([])
      expect(scratch.open(pin)).toEqual({ scratch: pin, isNew: false })
      expect(scratch.has(folder)).toBe(true)
    }
    expect(scratch.has(dirname(scratch.root))).toBe(false)
  })

  it('that is missing is recreated, empty', () => {
    const scratch = createScratchFolders()
    const { folder, scratch: pin } = scratch.create()
    writeFileSync(join(folder, 'a.txt'), '')
    rmSync(folder, { recursive: true })
    const again = scratch.open(pin)
    expect(again.isNew).toBe(true)
    expect(readdirSync(folder)).toEqual([])
    expect(scratch.open(again.scratch).isNew).toBe(false)
  })

  it.each([
    'another folder',
    'a link',
    'a file',
  ])('is not opened, counted or deleted once %s has replaced it', async (what) => {
    const scratch = createScratchFolders()
    const { folder, scratch: pin } = scratch.create()
    const elsewhere = makeFolder()
    writeFileSync(join(elsewhere, 'kept.txt'), '')
    renameSync(folder, `${folder}-moved`)
    if (what === 'another folder')
      mkdirSync(folder)
    else if (what === 'a link')
      symlinkSync(elsewhere, folder)
    else
      writeFileSync(folder, '')

    expect(() => scratch.open(pin)).toThrow('was replaced')
    expect(await scratch.count(pin)).toBeUndefined()
    await (await scratch.setAside(pin))()
    expect(existsSync(folder)).toBe(true)
    expect(existsSync(join(elsewhere, 'kept.txt'))).toBe(true)
  })

  it('still belongs to its thread after Parley\'s data is moved', () => {
    const data = makeFolder()
    const { folder, scratch: pin } = new ScratchFolders(data).create()
    writeFileSync(join(folder, 'a.txt'), 'a')
    const other = makeFolder()
    // A copy, as from one disk to another: every folder is another one on the disk.
    mkdirSync(join(other, 'scratch', pin.name), { recursive: true })
    writeFileSync(join(other, 'scratch', pin.name, 'a.txt'), 'a')

    const moved = new ScratchFolders(other)
    const { scratch: now, isNew } = moved.open(pin)

    expect(isNew).toBe(false)
    expect(now).not.toEqual(pin)
    expect(readFileSync(join(moved.folderPath(now), 'a.txt'), 'utf8')).toBe('a')
    renameSync(moved.folderPath(now), `${moved.folderPath(now)}-moved`)
    mkdirSync(moved.folderPath(now))
    expect(() => moved.open(now)).toThrow('was replaced')
  })

  it('is counted and deleted with its content, without following links', async () => {
    const scratch = createScratchFolders()
    const { folder, scratch: pin } = scratch.create()
    const elsewhere = makeFolder()
    writeFileSync(join(elsewhere, 'kept.txt'), '')
    mkdirSync(join(folder, 'deep/deeper'), { recursive: true })
    for (const name of ['a.txt', 'deep/b.txt', 'deep/deeper/c.txt'])
      writeFileSync(join(folder, name), '')
    symlinkSync(elsewhere, join(folder, 'deep/link'))
    symlinkSync(join(elsewhere, 'kept.txt'), join(folder, 'link.txt'))

    expect(await scratch.count(pin)).toEqual({ files: 5, isCut: false })
    const erase = await scratch.setAside(pin)
    expect(existsSync(folder)).toBe(false)
    await erase()

    expect(readdirSync(scratch.root)).toEqual([])
    expect(readdirSync(elsewhere)).toEqual(['kept.txt'])
  })

  it('is not created if something else replaces the parent folder', () => {
    const scratch = createScratchFolders()
    const elsewhere = makeFolder()
    symlinkSync(elsewhere, scratch.root)
    expect(() => scratch.create()).toThrow('something else is there')
    expect(readdirSync(elsewhere)).toEqual([])
  })
})

it('leftovers of a crash are removed at the next start, except files of an unknown thread', async () => {
  const data = makeFolder()
  const before = new ScratchFolders(data)
  const [known, empty, full] = [before.create(), before.create(), before.create()]
  const aside = before.create()
  writeFileSync(join(aside.folder, 'a.txt'), '')
  await before.setAside(aside.scratch)
  writeFileSync(join(full.folder, 'a.txt'), '')

  const scratch = new ScratchFolders(data)
  const made = scratch.create()
  await scratch.sweep(new Set([known.scratch.name]))

  expect(readdirSync(scratch.root).sort()).toEqual([known, full, made].map(({ scratch: { name } }) => name).sort())
  expect(existsSync(empty.folder)).toBe(false)
})
