import type { Locator } from '@playwright/test'

/**
 * Unfolds the work of turns and runs of calls in a transcript, and scrolls to the end until the list follows it again.
 */
export async function unfoldWork(log: Locator): Promise<void> {
  await log.evaluate(async (element) => {
    const frames = (): Promise<unknown> => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (let left = 50; left > 0; left--) {
      const folded = [...element.querySelectorAll<HTMLElement>('[data-fold][aria-expanded=false]')]
      if (folded.length === 0)
        break
      for (const line of folded)
        line.click()
      await frames()
    }
    // Unfolded content may still be measured, and grow, in the frame that scrolls to the end, which then has moved.
    const isAtEnd = (): boolean => element.scrollHeight - element.clientHeight - element.scrollTop <= 1
    for (let left = 50; left > 0; left--) {
      element.scrollTop = element.scrollHeight
      await frames()
      if (isAtEnd() && element.getAttribute('aria-live') === 'polite')
        break
    }
  })
}
