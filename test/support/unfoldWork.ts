import type { Locator } from '@playwright/test'

/** Opens what is folded in a transcript, the work of turns and runs of calls, and goes to its end. */
export async function unfoldWork(log: Locator): Promise<void> {
  await log.evaluate(async (element) => {
    for (let left = 50; left > 0; left--) {
      const folded = [...element.querySelectorAll<HTMLElement>('[data-fold][aria-expanded=false]')]
      if (folded.length === 0)
        break
      for (const line of folded)
        line.click()
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    element.scrollTop = element.scrollHeight
  })
}
