import { expect, test } from './fixtures'

test('opens on an empty data folder and shows the list of threads', async ({ app }) => {
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'New thread' }).first()).toBeVisible()
})

test('opens again on the same data', async ({ app }) => {
  await app.restart()
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
})

test('gives the page nothing of Node', async ({ app }) => {
  const found = await app.page.evaluate(() => ['require', 'process', 'module', 'Buffer', 'global'].filter(name => name in window))
  expect(found).toEqual([])
})

test('serves the page with a strict content security policy', async ({ app }) => {
  const policy = await app.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'))
  expect(policy).toContain('default-src \'none\'; script-src \'self\';')
  expect(policy).toContain('require-trusted-types-for \'script\'')
})

test('runs no code from strings', async ({ app }) => {
  app.allowError(/TrustedScript|unsafe-eval/)
  // Deferred: the evaluation that the test runner itself asks for is exempt.
  const outcome = await app.page.evaluate(() => new Promise(resolve => setTimeout(() => {
    try {
      resolve((0, eval)('"ran"'))
    }
    catch (error) {
      resolve(String(error))
    }
  })))
  expect(outcome).toContain('EvalError')
})

test('runs no inline script', async ({ app }) => {
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

test('talks to no other place', async ({ app }) => {
  app.allowError(/Content Security Policy|ERR_|Failed to load/)
  const outcome = await app.page.evaluate(() => fetch('https://parley.invalid/').then(() => 'answered', error => String(error)))
  expect(outcome).toContain('Failed to fetch')
})
