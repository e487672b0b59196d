import type { OpenableLocation } from '../../../src/main/workspace/workspace'
import { execFileSync } from 'node:child_process'
import {
  appendFile,
  chmod,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTextFile, writeTextFile } from '../../../src/main/workspace/files/textFiles'
import { folders } from './folders'

describe('reading a text file', () => {
  it('reads the entire file if line and limit are absent', async () => {
    const { root, read } = await folders()
    for (const text of ['', 'one\ntwo\n', 'no final newline', '\uFEFFmark', 'a\r\nb\rc\nd', 'line\u2028separator 😀']) {
      await writeFile(join(root, 'a.txt'), text)
      expect(await read(join(root, 'a.txt'))).toBe(text)
    }
  })

  it('starts at the given line, counted from 1, and treats 0 as 1', async () => {
    const { root, read } = await folders()
    await writeFile(join(root, 'a.txt'), 'one\ntwo\r\nthree\n')
    const path = join(root, 'a.txt')
    expect(await read(path, { line: 1 })).toBe('one\ntwo\r\nthree\n')
    expect(await read(path, { line: 0 })).toBe('one\ntwo\r\nthree\n')
    expect(await read(path, { line: 2 })).toBe('two\r\nthree\n')
    expect(await read(path, { line: 4 })).toBe('')
    expect(await read(path, { line: 4_000_000_000 })).toBe('')
  })

  it('reads at most the given number of lines, so that joined ranges equal the file', async () => {
    const { root, read } = await folders()
    const path = join(root, 'a.txt')
    await writeFile(path, 'one\ntwo\nthree')
    expect(await read(path, { limit: 2 })).toBe('one\ntwo\n')
    expect(await read(path, { line: 2, limit: 1 })).toBe('two\n')
    expect(await read(path, { line: 3, limit: 9 })).toBe('three')
    expect(await read(path, { limit: 0 })).toBe('')
    expect(await read(path, { line: null, limit: null })).toBe('one\ntwo\nthree')
  })

  it('rejects a line or limit that is not a non-negative integer', async () => {
    const { root, read } = await folders()
    await writeFile(join(root, 'a.txt'), 'one')
    for (const value of [-1, 1.5, NaN, Infinity, 2 ** 53]) {
      await expect(read(join(root, 'a.txt'), { line: value })).rejects.toMatchObject({ kind: 'invalid' })
      await expect(read(join(root, 'a.txt'), { limit: value })).rejects.toMatchObject({ kind: 'invalid' })
    }
  })

  it('says "File not found" for a missing file', async () => {
    const { root, read } = await folders()
    await writeFile(join(root, 'file'), '')
    await expect(read(join(root, 'missing'))).rejects.toMatchObject({
      kind: 'not_found',
      message: `File not found: ${join(root, 'missing')}`,
    })
    await expect(read(join(root, 'a/b/c'))).rejects.toMatchObject({ kind: 'not_found' })
    await expect(read(join(root, 'file/x'))).rejects.toMatchObject({ kind: 'not_file' })
  })

  it('says "File too large" over 10 MiB, before reading it', async () => {
    const { root, read } = await folders()
    await writeFile(join(root, 'huge'), '')
    await truncate(join(root, 'huge'), 3 * 2 ** 30)
    await expect(read(join(root, 'huge'))).rejects.toMatchObject({ kind: 'too_large', message: `File too large (${3 * 2 ** 30} bytes)` })
    await writeFile(join(root, 'most'), 'x'.repeat(10 * 2 ** 20))
    expect(await read(join(root, 'most'))).toHaveLength(10 * 2 ** 20)
  })

  it('reads a range of a large file, and bounds both the range and the search for it', async () => {
    const { root, read } = await folders()
    const path = join(root, 'large')
    await writeFile(path, Buffer.alloc(30 * 2 ** 20, 'a line of thirty-two bytes, ok\n\n'))
    expect(await read(path, { line: 500_001, limit: 2 })).toBe('a line of thirty-two bytes, ok\n\n')
    await expect(read(path, { limit: 1_000_000 })).rejects.toMatchObject({ kind: 'too_large' })
    // A gap of zero bytes, as a sparse file has, is no text.
    await truncate(path, 3 * 2 ** 30)
    expect(await read(path, { limit: 10 })).toContain('thirty-two')
    await expect(read(path, { line: 2_000_000, limit: 10 })).rejects.toMatchObject({ kind: 'not_text' })
  })

  it('stops searching for a range after 256 MiB', async () => {
    const { root, read } = await folders()
    const handle = await open(join(root, 'endless'), 'w')
    const piece = Buffer.alloc(16 * 2 ** 20, `${'x'.repeat(127)}\n`)
    for (let written = 0; written <= 256; written += 16)
      await handle.write(piece)
    await handle.close()
    await expect(read(join(root, 'endless'), { line: 4_000_000_000, limit: 1 })).rejects.toMatchObject({ kind: 'too_large' })
  })

  it('reads UTF-16 and Latin-1 as the editor does', async () => {
    const { root, read } = await folders()
    const path = join(root, 'a.txt')
    const text = 'grün 😀\r\nzwei\n'
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()]) {
      await writeFile(path, bytes)
      expect(await read(path)).toBe(`\uFEFF${text}`)
      expect(await read(path, { line: 2, limit: 1 })).toBe('zwei\n')
      await appendFile(path, Buffer.alloc(11 * 1024 * 1024, bytes.subarray(2))) // of which only a part is read
      expect(await read(path, { line: 2, limit: 1 })).toBe('zwei\n')
    }
    await writeFile(path, Buffer.from('grün und blau\n', 'latin1'))
    expect(await read(path)).toBe('grün und blau\n')
  })

  it('rejects invalid encodings rather than inserting replacement characters', async () => {
    const { root, read } = await folders()
    const path = join(root, 'binary')
    const halves = [[0xFF, 0xFE, 0x61], [0xFF, 0xFE, 0x00, 0xD8]]
    for (const bytes of [...halves, [0x61, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0x61, 0x00, 0x62]]) {
      await writeFile(path, Buffer.from(bytes))
      await expect(read(path)).rejects.toMatchObject({ kind: 'not_text' })
    }
  })

  it('reads a file whose name has another normal form, and does not create a second one', async () => {
    const { root, read, write, names } = await folders()
    const [composed, decomposed] = ['r\u00E9sum\u00E9', 're\u0301sume\u0301']
    await mkdir(join(root, decomposed))
    await writeFile(join(root, decomposed, 'ᄑ\u1161일.md'), 'there') // partly decomposed
    expect(await read(join(root, composed, '파일.md'))).toBe('there')
    await write(join(root, composed, '파일.md'), 'new')
    await write(join(root, composed, 'deeper/new.md'), 'made')
    expect([await names(root), await names(join(root, decomposed))]).toEqual([[decomposed], ['deeper', 'ᄑ\u1161일.md']])
    // If both exist, each is itself.
    await writeFile(join(root, 'u\u0308'), 'decomposed')
    await writeFile(join(root, '\u00FC'), 'composed')
    expect([await read(join(root, 'u\u0308')), await read(join(root, '\u00FC'))]).toEqual(['decomposed', 'composed'])
  })

  it('reads through a link that stays inside', async () => {
    const { root, read } = await folders()
    await mkdir(join(root, 'real'))
    await writeFile(join(root, 'real/a.txt'), 'text')
    await symlink('real', join(root, 'link'))
    expect(await read(join(root, 'link/a.txt'))).toBe('text')
  })

  it('reads a file outside after the person allowed it', async () => {
    const { outside, workspace } = await folders()
    await writeFile(join(outside, 'a.txt'), 'allowed')
    const location = await workspace.locate(join(outside, 'a.txt')) as OpenableLocation // nothing there is a link
    expect(location.kind).toBe('outside')
    expect(await readTextFile({ path: join(outside, 'a.txt') }, location)).toBe('allowed')
  })

  it('reads only the allowed file, even if another one replaces it after the check', async () => {
    const { workspace, outside } = await folders()
    const path = join(outside, 'a.txt')
    await writeFile(path, 'lent')
    const { dev: device, ino: inode } = await stat(path, { bigint: true })
    const location = { ...await workspace.locate(path) as OpenableLocation, allowed: { device, inode } } // nothing there is a link
    expect(await readTextFile({ path }, location)).toBe('lent')
    await writeFile(join(outside, 'b.txt'), 'not lent')
    await rename(join(outside, 'b.txt'), path)
    await expect(readTextFile({ path }, location)).rejects.toMatchObject({ kind: 'outside' })
  })

  it('rejects a folder', async () => {
    const { root, read } = await folders()
    await expect(read(root)).rejects.toMatchObject({ kind: 'not_file' })
  })

  it.runIf(process.platform !== 'win32')('rejects FIFOs immediately, and then reads the next file', async () => {
    const { root, read } = await folders()
    await writeFile(join(root, 'a.txt'), 'text')
    const fifos = Array.from({ length: 5 }, (_, index) => join(root, `fifo${index}`))
    execFileSync('mkfifo', fifos)
    const started = Date.now()
    const results = await Promise.allSettled(fifos.map(path => read(path)))
    expect(results.map(result => result.status === 'rejected' && result.reason.kind)).toEqual(fifos.map(() => 'not_file'))
    expect(await read(join(root, 'a.txt'))).toBe('text')
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it('answers 1,100 requests at once', async () => {
    const { root, read } = await folders()
    await writeFile(join(root, 'a.txt'), 'text')
    const texts = await Promise.all(Array.from({ length: 1_100 }, () => read(join(root, 'a.txt'))))
    expect(new Set(texts)).toEqual(new Set(['text']))
  })
})

describe('writing a text file', () => {
  it('writes a new file', async () => {
    const { root, write, contents } = await folders()
    expect(await write(join(root, 'a.txt'), 'new\n')).toEqual({ created: true })
    expect(await contents(join(root, 'a.txt'))).toBe('new\n')
    expect(await readdir(root)).toEqual(['a.txt'])
  })

  it('overwrites, and returns the old text', async () => {
    const { root, write, contents } = await folders()
    await writeFile(join(root, 'a.txt'), 'old, and longer')
    expect(await write(join(root, 'a.txt'), 'new')).toEqual({ created: false, before: 'old, and longer' })
    expect(await contents(join(root, 'a.txt'))).toBe('new')
  })

  it('creates missing parent folders', async () => {
    const { root, write, contents } = await folders()
    await write(join(root, 'a/b/c/d.txt'), 'deep')
    expect(await contents(join(root, 'a/b/c/d.txt'))).toBe('deep')
  })

  it('validates the path before writing, and neither changes nor creates anything outside', async () => {
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

  it.runIf(process.platform !== 'win32')('keeps the permissions of a file', async () => {
    const { root, write } = await folders()
    for (const mode of [0o755, 0o600, 0o664, 0o640]) {
      await writeFile(join(root, 'a.sh'), 'old')
      await chmod(join(root, 'a.sh'), mode)
      await write(join(root, 'a.sh'), 'new')
      expect((await stat(join(root, 'a.sh'))).mode & 0o777).toBe(mode)
    }
  })

  it('rejects a read-only file, even for root', async () => {
    const { root, write, contents } = await folders()
    const path = join(root, 'a.txt')
    await writeFile(path, 'old')
    await chmod(path, 0o444)
    await expect(write(path, 'new')).rejects.toMatchObject({ kind: 'denied', message: `Permission denied: ${path}` })
    expect(await contents(path)).toBe('old')
    expect(await readdir(root)).toEqual(['a.txt'])
  })

  it('keeps CRLF line endings if every line has them', async () => {
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

  it('writes any other text byte for byte', async () => {
    const { root, write, contents } = await folders()
    const path = join(root, 'a.txt')
    for (const text of ['a\r\nb\nc', 'lone\rreturn', 'u\u2028\u2029', '😀 astral', 'no final newline', '']) {
      await writeFile(path, 'mixed\r\nendings\n')
      await write(path, text)
      expect(await contents(path)).toBe(text)
    }
  })

  it('keeps UTF-16 and Latin-1, and rejects characters that the encoding lacks', async () => {
    const { root, write } = await folders()
    const path = join(root, 'a.txt')
    const readBytes = async (): Promise<string> => (await readFile(path)).toString('latin1')
    for (const inOrder of [(bytes: Buffer) => bytes, (bytes: Buffer) => bytes.swap16()]) {
      await writeFile(path, inOrder(Buffer.from('\uFEFFgrün\r\n', 'utf16le')))
      expect(await write(path, 'blau\n')).toEqual({ created: false, before: '\uFEFFgrün\r\n' })
      expect(await readBytes()).toBe(inOrder(Buffer.from('\uFEFFblau\r\n', 'utf16le')).toString('latin1'))
    }
    await writeFile(path, Buffer.from('grün und blau\n', 'latin1'))
    await write(path, 'grün und rot\n')
    await expect(write(path, '€\n')).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('Latin-1') as string })
    expect(await readBytes()).toBe('grün und rot\n')
  })

  it('rejects overwriting a text of unknown encoding, which it could damage', async () => {
    const { root, write } = await folders()
    const path = join(root, 'a.txt')
    const russian = Buffer.from([0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x0A]) // in Windows-1251
    await writeFile(path, russian)
    await expect(write(path, 'new\n')).rejects.toMatchObject({ kind: 'invalid' })
    expect(await readFile(path)).toEqual(russian)
  })

  it('replaces a binary file', async () => {
    const { root, write, contents } = await folders()
    await writeFile(join(root, 'a.bin'), Buffer.from([0xFF, 0, 1]))
    expect(await write(join(root, 'a.bin'), 'text')).toEqual({ created: false, before: undefined })
    expect(await contents(join(root, 'a.bin'))).toBe('text')
  })

  it('keeps a link inside the workspace', async () => {
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

  it('rejects writing over a folder or below a file', async () => {
    const { root, write } = await folders()
    await mkdir(join(root, 'folder'))
    await writeFile(join(root, 'file'), '')
    await expect(write(join(root, 'folder'), '')).rejects.toMatchObject({ kind: 'not_file' })
    await expect(write(join(root, 'file/x'), '')).rejects.toMatchObject({ kind: 'not_file' })
  })

  it('writes in the order of requests', async () => {
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
