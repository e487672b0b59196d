// Writes texts that editors like to normalize, over files of all modes, and checks the bytes itself.
import { chmodSync, lstatSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attack } from '../attack.ts'

const texts = [
  '\uFEFFmark',
  'a\r\nb\r\n',
  'a\r\nb\nc',
  'lone\rreturn',
  'u\u2028v\u2029w\u0085',
  '😀 astral \u{10FFFF}',
  'no final newline',
  '\n\n',
  ' \t ',
  '',
  '\uFFFD',
  'e\u0301 and \u00E9',
]

attack('writes-all-texts', async ({ root, read, write }) => {
  const changed: string[] = []
  for (const text of texts) {
    for (const before of [undefined, 'mixed\r\nendings\n']) {
      const path = join(root, `text${texts.indexOf(text)}${before ? 'over' : ''}`)
      if (before)
        writeFileSync(path, before)
      const answer = await write(path, text)
      if (answer !== 'ok' || !readFileSync(path).equals(Buffer.from(text)) || await read(path) !== text)
        changed.push(JSON.stringify(text))
    }
  }
  const modes: string[] = []
  for (const mode of [0o755, 0o600, 0o664, 0o640, 0o4755]) {
    const path = join(root, `mode${mode}`)
    writeFileSync(path, 'old')
    chmodSync(path, mode)
    await write(path)
    modes.push((lstatSync(path).mode & 0o7777).toString(8))
  }
  const readOnly = join(root, 'readOnly')
  writeFileSync(readOnly, 'old')
  chmodSync(readOnly, 0o444)
  writeFileSync(join(root, 'target'), 'old')
  symlinkSync('target', join(root, 'link'))
  return {
    changed,
    modes,
    readOnly: [await write(readOnly), readFileSync(readOnly, 'utf8')],
    link: [await write(join(root, 'link')), readlinkSync(join(root, 'link')), readFileSync(join(root, 'target'), 'utf8')],
  }
})
