import type { FuzzTarget } from '../target'
import assert from 'node:assert/strict'
import { AgentOutput } from '../../../../src/main/terminal/stream/agentOutput'
import { OutputBuffer } from '../../../../src/main/terminal/stream/outputBuffer'
import { PlainText } from '../../../../src/main/terminal/stream/plainText'
import { Utf8Stream } from '../../../../src/main/terminal/stream/utf8Stream'
import { HarmlessOutput } from '../../../../src/renderer/components/terminal/screen/harmlessOutput'
import { toPlainOutput } from '../../../../src/renderer/components/terminal/screen/plainOutput'
import { createRandom, cut, type Random } from '../random'

/** Sequences that may reach a screen besides text: no queries, titles or access to the clipboard. */
const drawing = new RegExp([
  /\u001B\[\??[\d:;]*(?: q|!p|[@A-MPrsTuXZ`])/, // cursor, erasing, scrolling
  /\u001B\]8;(?:id=[\w.-]+)?;(?:(?:https?:\/\/|mailto:)[^\u0000-\u001F\u007F-\u009F]*)?\u001B\\/, // a link
  /\u001B(?:[()][0AB]|[78DEHM=>c])/, // character sets, saved places
].map(({ source }) => source).join('|'), 'gi')
const query = /\u001B\[(?:[\d:;]*[cnxtRyq]|[<-?][^hl]*[^hl\d:;]|[\d:;]*\$)/

/**
 * Any output gives the same result in any pieces: harmless on the screen, plain for the agent, and with an exact tail.
 */
export const terminal: FuzzTarget = {
  name: 'terminal',
  shape: 'bytes',
  corpus: ['tools/fuzz/corpus/terminal/*'],
  run: (input) => {
    const random = createRandom(input)
    const whole = input.toString('utf8')
    checkCharacters(input, whole, random)
    checkTail(Buffer.from(whole), random)
    checkPlain(whole, random)
    checkScreen(whole, random)
  },
}

function checkCharacters(input: Buffer, whole: string, random: Random): void {
  const stream = new Utf8Stream()
  const parts = [...cut(input, random, 300).map(piece => stream.push(piece)), stream.end()]
  assert.equal(parts.map(({ text }) => text).join(''), whole)
  for (const { text, bytes } of parts)
    assert.ok(Buffer.from(text).equals(bytes), 'the text and its bytes are the same')
}

function checkTail(bytes: Buffer, random: Random): void {
  const limit = random.one([0, 1, 2, 3, 10, 1000, 4096, 5000, 100_000])
  const buffer = new OutputBuffer(limit)
  for (const characters of splitCharacters(bytes, random))
    buffer.append(characters.bytes)
  let start = Math.max(0, bytes.length - limit)
  while (start < bytes.length && (bytes[start]! & 0xC0) === 0x80)
    start++
  assert.equal(buffer.text(), bytes.toString('utf8', start), `the last ${limit} bytes`)
  assert.equal(buffer.truncated, bytes.length > limit)
}

function checkPlain(whole: string, random: Random): void {
  const plain = toPlainText([{ text: whole, bytes: Buffer.from(whole) }])
  assert.equal(toPlainText(splitCharacters(Buffer.from(whole), random)), plain, 'plain in pieces')
  assert.doesNotMatch(plain, /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/)
  const limit = random.one([10, 1000, 1_000_000, 2_000_000])
  const output = new AgentOutput(limit)
  for (const characters of splitCharacters(Buffer.from(whole), random))
    output.append(characters)
  const buffer = new OutputBuffer(limit)
  buffer.append(Buffer.from(plain))
  assert.equal(output.read().output, buffer.text(), 'the agent gets the end of the plain text')
}

function checkScreen(whole: string, random: Random): void {
  const shown = new HarmlessOutput().push(whole)
  const stream = new HarmlessOutput()
  assert.equal(cut(whole, random, 300).map(piece => stream.push(piece)).join(''), shown, 'filtered in pieces')
  assert.doesNotMatch(shown.replace(drawing, ''), /[\u0000-\u0007\u0010-\u001F\u007F-\u009F]/, 'nothing but text and what draws')
  assert.doesNotMatch(shown, /\u001B\](?!8;)/, 'no command of the system but links')
  assert.doesNotMatch(shown.replace(/\u001B\[\d* q/g, ''), query, 'nothing that is answered')
  assert.equal(new HarmlessOutput().push(shown), shown, 'what passed passes again')
  assert.doesNotMatch(toPlainOutput(whole), /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/, 'plain for reading')
}

function toPlainText(characters: readonly { text: string, bytes: Uint8Array }[]): string {
  const plain = new PlainText()
  return Buffer.concat(characters.map(piece => Buffer.from(plain.push(piece)))).toString()
}

function splitCharacters(bytes: Buffer, random: Random): { text: string, bytes: Uint8Array }[] {
  const stream = new Utf8Stream()
  return [...cut(bytes, random, 2000).map(piece => stream.push(piece)), stream.end()]
}
