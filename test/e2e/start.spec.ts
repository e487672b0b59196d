import { expect, test } from './fixtures'

test('opens on an empty data folder and shows the list of threads', async ({ ownApp: app }) => {
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'New thread' }).first()).toBeVisible()
})

test('opens again on the same data', { tag: '@both' }, async ({ ownApp: app }) => {
  await app.restart()
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
})

test('gives the page nothing of Node', { tag: '@both' }, async ({ app }) => {
  const found = await app.page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'global'].filter(name => name in window))
  expect(found).toEqual([])
})

test('serves the page with a strict content security policy', { tag: '@both' }, async ({ app }) => {
  const policy = await app.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'))
  expect(policy).toContain('default-src \'none\'; script-src \'self\';')
  expect(policy).toContain('require-trusted-types-for \'script\'')
})

test('runs no code from strings', { tag: '@both' }, async ({ app }) => {
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

test('runs no inline script', { tag: '@both' }, async ({ app }) => {
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

test('talks to no other place', { tag: '@both' }, async ({ app }) => {
  app.allowError(/Content Security Policy|ERR_|Failed to load/)
  const outcome = await app.page.evaluate(() => fetch('https://parley.invalid/').then(() => 'answered', error => String(error)))
  expect(outcome).toContain('Failed to fetch')
})
