import type { App } from './app'
import { expect, test } from '@playwright/test'

/** Expects that the page has no access to Node, and that the content security policy is active. */
export async function expectConfined(app: App): Promise<void> {
  await test.step('the page has no access to Node', async () => {
    const found = await app.page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'global'].filter(name => name in window))
    expect(found).toEqual([])
  })
  await test.step('the page has a strict content security policy', async () => {
    const policy = await app.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'))
    expect(policy).toContain('default-src \'none\'; script-src \'self\';')
    expect(policy).toContain('require-trusted-types-for \'script\'')
  })
  await test.step('the page cannot run code from strings', async () => {
    app.allowError(/TrustedScript|unsafe-eval/)
    // Deferred: the evaluation that the test runner itself asks for is exempt.
    const outcome = await app.page.evaluate(() => new Promise(resolve => setTimeout(() => {
      try {
        const evaluate = Reflect.get(window, 'eval') as (code: string) => unknown // the global one
        resolve(evaluate('"ran"'))
      }
      catch (error) {
        resolve(String(error))
      }
    })))
    expect(outcome).toContain('EvalError')
  })
  await test.step('the page cannot run inline scripts', async () => {
    app.allowError(/TrustedHTML|TrustedScript|inline/)
    const outcome = await app.page.evaluate(() => {
      const script = document.createElement('script')
      try {
        script.text = 'document.title = "injected"'
        document.body.append(script)
      }
      catch (error) {
        return String(error)
      }
      return document.title
    })
    expect(outcome).not.toBe('injected')
  })
  await test.step('the page cannot connect anywhere else', async () => {
    app.allowError(/Content Security Policy|ERR_|Failed to load/)
    const outcome = await app.page.evaluate(() => fetch('https://parley.invalid/').then(() => 'answered', error => String(error)))
    expect(outcome).toContain('Failed to fetch')
  })
}
