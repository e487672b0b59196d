import { chmod, link, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeTextFile } from '../../../src/main/workspace/files/textFiles'
import { folders } from './folders'

describe('writing a text file', () => {
  it('writes a new file', async () => {
    const { root, write, contents } = await folders()
    expect(await write(join(root, 'a.txt'), 'new\n')).toEqual({ created: true })
    expect(await contents(join(root, 'a.txt'))).toBe('new\n')
    expect(await readdir(root)).toEqual(['a.txt'])
  })

  it('overwrites, and says what was there', async () => {
    const { root, write, contents } = await folders()
    await writeFile(join(root, 'a.txt'), 'old, and longer')
    expect(await write(join(root, 'a.txt'), 'new')).toEqual({ created: false, before: 'old, and longer' })
    expect(await contents(join(root, 'a.txt'))).toBe('new')
  })

  it('creates parents', async () => {
    const { root, write, contents } = await folders()
    await write(join(root, 'a/b/c/d.txt'), 'deep')
    expect(await contents(join(root, 'a/b/c/d.txt'))).toBe('deep')
  })

  it('validates the path before writing: nothing outside is touched or made', async () => {
    const { root, outside, write, contents, names } = await folders()
    await writeFile(join(outside, 'victim'), 'untouched')
    await symlink(join(outside, 'victim'), join(root, 'file'))
    await symlink(outside, join(root, 'folder'))
    await symlink(join(outside, 'made'), join(root, 'dangling'))
    await symlink(join(outside, 'madeFolder'), join(root, 'danglingFolder'))
    for (const path of [
      `${root}/../outside/victim`,
      `${root}/file`,
      `${root}/folder/victim`,
      `${root}/folder/new/x`,
      `${root}/dangling`,
      `${root}/danglingFolder/x`,
    ]) {
      await expect(write(path, 'evil'), path).rejects.toMatchObject({
        kind: 'outside',
        message: 'File access denied: path outside workspace',
      })
    }
    await expect(write(join(outside, 'victim'), 'evil')).rejects.toThrow('would be asked about')
    expect(await names(outside)).toEqual(['victim'])
    expect(await contents(join(outside, 'victim'))).toBe('untouched')
  })

  it.runIf(process.platform !== 'win32')('keeps the mode', async () => {
    const { root, write } = await folders()
    for (const mode of [0o755, 0o600, 0o664, 0o640]) {
      await writeFile(join(root, 'a.sh'), 'old')
      await chmod(join(root, 'a.sh'), mode)
      await write(join(root, 'a.sh'), 'new')
      expect((await stat(join(root, 'a.sh'))).mode & 0o777).toBe(mode)
    }
  })

  it('refuses a read-only file, also to root', async () => {
    const { root, write, contents } = await folders()
    const path = join(root, 'a.txt')
    await writeFile(path, 'old')
    await chmod(path, 0o444)
    await expect(write(path, 'new')).rejects.toMatchObject({ kind: 'denied', message: `Permission denied: ${path}` })
    expect(await contents(path)).toBe('old')
    expect(await readdir(root)).toEqual(['a.txt'])
  })

  it('keeps CRLF line endings where every line has them', async () => {
    const { root, write, contents } = await folders()
    const path = join(root, 'a.txt')
    await writeFile(path, 'one\r\ntwo\r\n')
    await write(path, 'one\nnew\ntwo\n')
    expect(await contents(path)).toBe('one\r\nnew\r\ntwo\r\n')
    await write(path, 'own\r\nendings\n')
    expect(await contents(path)).toBe('own\r\nendings\n')
  })

  it('keeps a byte order mark', async () => {
    const { root, write, contents } = await folders()
    const path = join(root, 'a.txt')
    await writeFile(path, '\uFEFFold')
    await write(path, 'new')
    expect(await contents(path)).toBe('\uFEFFnew')
    await write(path, '\uFEFFwith its own')
    expect(await contents(path)).toBe('\uFEFFwith its own')
  })

  it('writes everything else byte for byte', async () => {
    const { root, write, contents } = await folders()
    const path = join(root, 'a.txt')
    for (const text of ['a\r\nb\nc', 'lone\rreturn', 'u\u2028\u2029', '😀 astral', 'no final newline', '']) {
      await writeFile(path, 'mixed\r\nendings\n')
      await write(path, text)
      expect(await contents(path)).toBe(text)
    }
  })

  it('keeps UTF-16 and Latin-1, and refuses a character that the encoding lacks', async () => {
    const { root, write } = await folders()
    const path = join(root, 'a.txt')
    const bytesOf = async (): Promise<string> => (await readFile(path)).toString('latin1')
    for (const inOrder of [(bytes: Buffer) => bytes, (bytes: Buffer) => bytes.swap16()]) {
      await writeFile(path, inOrder(Buffer.from('\uFEFFgrün\r\n', 'utf16le')))
      expect(await write(path, 'blau\n')).toEqual({ created: false, before: '\uFEFFgrün\r\n' })
      expect(await bytesOf()).toBe(inOrder(Buffer.from('\uFEFFblau\r\n', 'utf16le')).toString('latin1'))
    }
    await writeFile(path, Buffer.from('grün und blau\n', 'latin1'))
    await write(path, 'grün und rot\n')
    await expect(write(path, '€\n')).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('Latin-1') as string })
    expect(await bytesOf()).toBe('grün und rot\n')
  })

  it('refuses to write over a text whose encoding nobody can tell, which it could damage', async () => {
    const { root, write } = await folders()
    const path = join(root, 'a.txt')
    const russian = Buffer.from([0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x0A]) // in Windows-1251
    await writeFile(path, russian)
    await expect(write(path, 'new\n')).rejects.toMatchObject({ kind: 'invalid' })
    expect(await readFile(path)).toEqual(russian)
  })

  it('replaces a file that is no text as it is told', async () => {
    const { root, write, contents } = await folders()
    await writeFile(join(root, 'a.bin'), Buffer.from([0xFF, 0, 1]))
    expect(await write(join(root, 'a.bin'), 'text')).toEqual({ created: false, before: undefined })
    expect(await contents(join(root, 'a.bin'))).toBe('text')
  })

  it('leaves a link inside the workspace a link', async () => {
    const { root, write, contents } = await folders()
    await writeFile(join(root, 'real.txt'), 'old')
    await symlink('real.txt', join(root, 'link.txt'))
    await write(join(root, 'link.txt'), 'new')
    expect(await readlink(join(root, 'link.txt'))).toBe('real.txt')
    expect(await contents(join(root, 'real.txt'))).toBe('new')
  })

  it('does not write through a hard link', async () => {
    const { root, outside, write, contents } = await folders()
    await writeFile(join(outside, 'victim'), 'untouched')
    await link(join(outside, 'victim'), join(root, 'a.txt'))
    await write(join(root, 'a.txt'), 'new')
    expect(await contents(join(outside, 'victim'))).toBe('untouched')
  })

  it('refuses to write over a folder, or below a file', async () => {
    const { root, write } = await folders()
    await mkdir(join(root, 'folder'))
    await writeFile(join(root, 'file'), '')
    await expect(write(join(root, 'folder'), '')).rejects.toMatchObject({ kind: 'not_file' })
    await expect(write(join(root, 'file/x'), '')).rejects.toMatchObject({ kind: 'not_file' })
  })

  it('writes in the order it was asked to', async () => {
    const { root, workspace, unfinished, contents } = await folders()
    const location = await workspace.locate(join(root, 'a.txt'))
    if (location.kind !== 'inside')
      throw new Error('the file lies inside')
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => writeTextFile({ path: location.path, content: String(index) }, location, { unfinished })),
    )
    expect(results.map(result => result.before)).toEqual([undefined, ...Array.from({ length: 49 }, (_, index) => String(index))])
    expect(await contents(location.path)).toBe('49')
  })

  it('shows a reader the old text or the new one, never a mixture', async () => {
    const { root, read, write } = await folders()
    const path = join(root, 'a.txt')
    const [large, small] = ['x'.repeat(4 * 2 ** 20), 'y'.repeat(3 * 2 ** 20)]
    await write(path, large)
    const seen = new Set<string>()
    let isWriting = true
    const writing = (async () => {
      for (let round = 0; round < 6; round++)
        await write(path, round % 2 ? large : small)
      isWriting = false
    })()
    while (isWriting)
      seen.add(await read(path))
    await writing
    expect([...seen].every(text => text === large || text === small)).toBe(true)
  })
})
