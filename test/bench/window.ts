import type { BenchRow } from './row'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.mjs'
import { heavyCalls } from '../agents/hostile/permission/heavyCalls'
import { heavyChoices } from '../agents/hostile/window/heavyChoices'
import { heavyEntries } from '../agents/hostile/window/heavyEntries'
import { heavyForms } from '../agents/hostile/window/heavyForms'
import { BrowserPage } from '../e2e/app/browserPage'
import { openOwnApp } from '../e2e/app/openOwnApp'
import { lightBrowser } from '../support/browserSwitches'
import { hostile } from '../support/scriptedAgent'
import { heavyAgents, ListsUnderFire } from './listsUnderFire'
import { measureMedians } from './median'
import { plainLayoutMs } from './plainLayout'
import { benchRow } from './row'
import { WindowUnderFire } from './windowUnderFire'

const lists = ['start', 'signIn', 'sessions'] as const
const kinds = { question: heavyCalls, choice: heavyChoices, entry: heavyEntries, form: heavyForms }
/** The limit is 100 ms on a machine that lays out the reference in 50. */
const target = '<= 2x'

/**
 * Measures the longest task of the built window's main thread while an agent sends something expensive or, as the
 * reference, something plain. Needs a build. `ONLY=links,title` measures only these.
 */
export async function bench(): Promise<BenchRow[]> {
  const only = process.env.ONLY?.split(',')
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [lightBrowser] })
  const app = await openOwnApp({
    browserPage: await BrowserPage.open(browser),
    agents: { heavy: hostile('permission/asksHeavily'), fills: hostile('window/fillsTheWindow'), ...heavyAgents() },
  })
  try {
    const reference = await plainLayoutMs(browser)
    const window = new WindowUnderFire(browser, app)
    const rows: BenchRow[] = []
    const add = (kind: string, names: readonly string[], values: readonly number[]): unknown =>
      rows.push(...values.map((value, index) => benchRow({
        area: 'window',
        name: `longest task for the ${kind} "${names[index]!}"`,
        value,
        unit: 'ms',
        reference,
        ratio: value / reference,
        target,
      })))
    for (const [kind, table] of Object.entries(kinds)) {
      if (kind === 'question' || kind === 'choice')
        await window.start(kind === 'question' ? 'heavy' : 'fills')
      const names = Object.keys(table).filter(name => only?.includes(name) ?? true)
      const measures = names.map(name => async () => {
        if (kind !== 'question')
          await window.answering('plain')
        return window.answering(name)
      })
      if (kind === 'choice' && !only) {
        names.push('commands offered')
        measures.push(() => window.suggesting())
      }
      add(kind, names, await measureMedians(3, measures))
    }
    const underFire = new ListsUnderFire(browser, app)
    const names = lists.filter(name => only?.includes(name) ?? true)
    add('list', names, await measureMedians(3, names.map(name => () => underFire[name]())))
    return rows
  }
  finally {
    await app.end()
    await browser.close()
  }
}
