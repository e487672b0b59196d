// Runs in an empty page. Its functions draw a growing answer, one piece in each frame.
import markdownIt from 'markdown-it'
import { createApp, h, shallowRef } from 'vue'
import LongText from '../../src/renderer/components/content/LongText.vue'
import MarkdownText from '../../src/renderer/markdown/MarkdownText.vue'
import { markdownAnswer } from './markdownAnswer'

/** 200 tokens a second, batched by the host for 50 ms. */
const pieceCharacters = 40

let draw: ((text: string) => void) | undefined
let length = 0

/** Draws the beginning as the window does, which shows the first 12 kB of a long answer and its end. */
function beginOurs(characters: number): void {
  const text = shallowRef('')
  createApp({ render: () => h(LongText, { text: text.value, keepsEnd: true }, { default: MarkdownText }) }).mount(emptied())
  begin(characters, drawn => text.value = drawn)
}

/** Like most clients, draws the whole message again for each piece. */
function beginWhole(characters: number): void {
  const markdown = markdownIt({ linkify: true })
  const box = emptied()
  begin(characters, text => box.innerHTML = markdown.render(text))
}

async function grow(pieces: number): Promise<void> {
  const whole = markdownAnswer(length + pieces * pieceCharacters)
  for (let piece = 0; piece < pieces; piece++) {
    length += pieceCharacters
    draw?.(whole.slice(0, length))
    await new Promise(requestAnimationFrame)
  }
}

function begin(characters: number, drawText: (text: string) => void): void {
  draw = drawText
  length = characters
  draw(markdownAnswer(characters))
}

function emptied(): HTMLElement {
  document.body.innerHTML = '<main></main>'
  return document.body.querySelector('main')!
}

Object.assign(globalThis, { beginOurs, beginWhole, grow })
