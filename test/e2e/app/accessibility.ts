import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Rules that don't apply to this window, with the reason. */
const notMeant = {
  // Shortcuts, small print and ages inside a button belong to its description, not to its name.
  'label-content-name-mismatch': { enabled: false },
}
/** Entries are named by their kind, which may repeat: two turns may well change files. */
const repeatedInTranscript = 'landmark-unique'
/** Menus and tooltips are outside the page's landmarks: focus leads into menus, and tooltips are descriptions. */
const abovePage = { rule: 'region', shown: '[data-reka-popper-content-wrapper]:has(> [role=menu]), [role=tooltip]' }

/**
 * Expects that the page, or the part of it that matches `selector`, violates no rule of axe-core, in light and in dark.
 */
export async function expectAccessible(page: Page, state: string, selector = 'html'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' }) // or colours are checked in mid-transition
  if (!await page.evaluate(() => 'axe' in window))
    await page.evaluate(axe.source)
  const found = await page.evaluate(async ({ selector, notMeant, repeatedInTranscript, abovePage }) => {
    const { axe: core } = window as unknown as { axe: typeof axe } // set above
    const found: string[] = []
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme
      // A theme changes only colours.
      const only = theme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : { rules: notMeant }
      const { violations } = await core.run(selector, { resultTypes: ['violations'], ...only })
      for (const { id, nodes } of violations) {
        for (const { target, failureSummary } of nodes) {
          const path = target.join(' ')
          const node = document.querySelector(path)
          const isRepeated = id === repeatedInTranscript && node?.closest('[role=log]')
          const isAbovePage = id === abovePage.rule && node?.matches(abovePage.shown)
          if (!isRepeated && !isAbovePage)
            found.push(`${theme}: ${id}: ${path}: ${failureSummary}`)
        }
      }
    }
    delete document.documentElement.dataset.theme
    return found
  }, { selector, notMeant, repeatedInTranscript, abovePage })
  expect.soft(found, state).toEqual([])
}
