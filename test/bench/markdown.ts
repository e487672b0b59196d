import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import markdownIt from 'markdown-it'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { StreamingMarkdown } from '../../src/renderer/markdown/streamingMarkdown'
import { lightBrowser } from '../support/browserSwitches'
import { mainThreadWork } from './mainThread'
import { markdownAnswer } from './markdownAnswer'
import { measureMedians, measureMs } from './median'
import { pageScript } from './pageScript'
import { benchRow, type BenchRow } from './row'

const [short, long] = [20_000, 100_000]
const tokenCharacters = 4
const tokens = 100
const pieces = 20
/** By then, highlighting is done. */
const settledMs = 1_000

/** Measures parsing and drawing a growing answer incrementally, against doing all of it again for each piece. */
export async function bench(): Promise<BenchRow[]> {
  return [...await parsed(), ...await drawn()]
}

async function parsed(): Promise<BenchRow[]> {
  const [atShort, atLong, whole] = await measureMedians(5, [
    () => tokenMs(short),
    () => tokenMs(long),
    () => wholeTokenMs(long),
  ]) as [number, number, number] // one for each
  return rows('parsed', { atShort, atLong, whole, target: '>= 50x' })
}

async function drawn(): Promise<BenchRow[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  try {
    const page = await browser.newPage()
    await page.setContent('<!doctype html><body>')
    await page.evaluate(await pageScript('markdownPage.ts'))
    const pieceMs = async (begin: 'beginOurs' | 'beginWhole', start: number): Promise<number> => {
      await page.evaluate(`${begin}(${start})`)
      await wait(settledMs)
      return (await mainThreadWork(browser, page, () => page.evaluate(`grow(${pieces})`))).total / pieces
    }
    const [atShort, atLong, whole] = await measureMedians(3, [
      () => pieceMs('beginOurs', short),
      () => pieceMs('beginOurs', long),
      () => pieceMs('beginWhole', long),
    ]) as [number, number, number] // one for each
    return rows('drawn', { atShort, atLong, whole, target: '>= 20x' })
  }
  finally {
    await browser.close()
  }
}

function rows(
  what: 'parsed' | 'drawn',
  { atShort, atLong, whole, target }: { atShort: number, atLong: number, whole: number, target: string },
): BenchRow[] {
  const [one, it] = what === 'parsed' ? ['a token', 'parsed'] : ['a piece of 40 characters', 'drawn']
  const row = { area: 'markdown', value: atLong, unit: 'ms' }
  return [
    benchRow({
      ...row,
      name: `${one} more of an answer of 100 kB, ${it}, against all of it by markdown-it`,
      reference: whole,
      ratio: whole / atLong,
      target,
    }),
    benchRow({ ...row, name: `… against one of 20 kB`, reference: atShort, ratio: atLong / atShort, target: '<= 2x' }),
  ]
}

function tokenMs(start: number): number {
  const stream = new StreamingMarkdown()
  const answer = markdownAnswer(start + tokens * tokenCharacters)
  stream.update(answer.slice(0, start))
  return measureMs(() => {
    for (let token = 1; token <= tokens; token++)
      stream.update(answer.slice(0, start + token * tokenCharacters))
  }) / tokens
}

function wholeTokenMs(start: number): number {
  const markdown = markdownIt({ linkify: true })
  const answer = markdownAnswer(start + tokens * tokenCharacters)
  const measured = 10
  return measureMs(() => {
    for (let token = 1; token <= measured; token++)
      markdown.render(answer.slice(0, start + token * tokenCharacters))
  }) / measured
}
