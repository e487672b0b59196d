import { Buffer } from 'node:buffer'
import { expect, it } from 'vitest'
import { detectFileType } from '../../../src/shared/files/checkedType'
import { getSaveName, toSafeFileName } from '../../../src/shared/files/fileNames'
import { isUtf8 } from '../../../src/shared/text/utf8'

it.each([
  ['\x89PNG\r\n\x1A\nrest', 'png'],
  ['\xFF\xD8\xFF\xE0', 'jpg'],
  ['RIFF1234WEBP', 'webp'],
  ['RIFF1234WAVEfmt ', 'wav'],
  ['RIFF', 'txt'],
  ['\0\0\0\x1Cftypisom', 'mp4'],
  ['\0\0\0\x1CftypM4A ', 'm4a'],
  ['\0\0\0\x1Cftypavif', 'avif'],
  ['\0\0\0\x18ftypheic', 'heic'],
  ['%PDF-1.7\n\xE2', 'pdf'],
  ['PK\x03\x04', 'zip'],
  ['\x7FELF\x02\x01', 'bin'],
  ['MZ\x90\x00', 'bin'],
  ['#!/bin/sh\nrm -rf ~', 'txt'],
  ['', 'txt'],
  ['\xFF\xFE\x00', 'bin'],
])('detects from the bytes %j a file of type %s', (bytes, extension) => {
  expect(detectFileType(Buffer.from(bytes, 'latin1')).extension).toBe(extension)
})

it.each([
  ['report.pdf', '%PDF-1.7', 'report.pdf'],
  ['PHOTO.JPEG', '\xFF\xD8\xFF', 'PHOTO.JPEG'],
  ['notes.md', 'text', 'notes.md'],
  ['setup.exe', 'MZ\x90', 'setup.exe.bin'],
  ['report.pdf', 'MZ\x90', 'report.pdf.bin'],
  ['run.sh', '#!/bin/sh', 'run.sh.txt'],
  ['page.html', '<script>', 'page.html.txt'],
  ['a\u202Efdp.exe', '%PDF-1.7', 'a_fdp.exe.pdf'],
  ['../../.bashrc', 'alias ls=rm', '_.._.bashrc.txt'],
  ['..', 'text', 'file.txt'],
  ['CON', 'text', '_CON.txt'],
  ['nul.txt', 'text', '_nul.txt'],
  ['COM1.tar.gz', '\x1F\x8B', '_COM1.tar.gz'],
  ['lpt².md', 'text', '_lpt².md'],
  ['CONIN$', 'text', '_CONIN$.txt'],
  ['. aux .txt', 'text', '_aux .txt'],
  ['prn:stream', 'text', 'prn_stream.txt'],
  ['console.log', 'text', 'console.log'],
  ['two\u2028lines.md', 'text', 'two_lines.md'],
])('saves %j with the content %j as %j, so that its extension is true', (name, bytes, saved) => {
  expect(getSaveName(name, detectFileType(Buffer.from(bytes, 'latin1')))).toBe(saved)
})

it('makes names that fit any file system, whatever they contain', () => {
  for (const letter of ['a', 'é', '語', '😀', '\uD83D']) {
    const name = toSafeFileName(`${letter.repeat(300)}.md`, 'x')
    expect([Buffer.byteLength(name) <= 240, name.isWellFormed(), name.endsWith('.md')]).toEqual([true, true, true])
  }
})

it('accepts the same bytes as UTF-8 as every decoder does', () => {
  const parts = [
    ...['\x00', 'a', '\x7F', '\x80', '\xBF', '\xC1', '\xC3\xA9', '\xC3', '\xE0\x9F\xBF', '\xE2\x82\xAC', '\xE2\x82', '\xED\xA0\x80'],
    ...['\xF0\x8F\xBF\xBF', '\xF0\x9F\x98\x80', '\xF4\x90\x80\x80', '\xF5\x80\x80\x80', '\xFF'],
  ].map(bytes => Buffer.from(bytes, 'latin1'))
  for (const bytes of parts.flatMap(left => parts.map(right => Buffer.concat([left, right])))) {
    const isDamaged = new TextDecoder().decode(bytes).includes('\uFFFD')
    expect([bytes.toString('hex'), isUtf8(bytes)]).toEqual([bytes.toString('hex'), !isDamaged])
  }
})
