import type { Locator } from '@playwright/test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type App, expect, test } from './fixtures'

const beacon = 'https://beacon.invalid/x'
function text(words: string) {
  return {
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
  }
}

test('an opened bundle', async ({ app }) => {
  const { page } = app

  await test.step('is rejected with a reason and advice if it is invalid', async () => {
    const refused = page.getByRole('alert').filter({ hasText: 'The bundle was not opened' })
    const cases: [string, string | Buffer, string][] = [
      ['empty', '', 'The file is empty. Choose one'],
      ['UTF-16', Buffer.from(`\uFEFF${bundle()}`, 'utf16le'), 'not UTF-8 text, so it is no bundle. Choose one'],
      ['Latin-1', Buffer.from(bundle({ thread: { title: 'café', agentName: 'A', folder: '/w', createdAt: 0 } }), 'latin1'), 'not UTF-8'],
      ['cut', bundle().slice(0, -1), 'incomplete. Choose one'],
      ['nested', '['.repeat(100_000), 'not JSON'],
      ['newer', bundle({ version: 2 }), 'Update Parley to open it'],
      ['timeless', bundle({ events: [{ at: 1e300, type: 'cancel' }] }), 'damaged: events.0.at'],
      [
        'misleading',
        bundle({
          events: [
            {
              type: 'elicitation',
              requestId: 'r',
              request: { mode: 'form', message: 'm', requestedSchema: { properties: { ['\u202E'.repeat(100_000)]: 1 } } },
            },
          ],
        }),
        'damaged: events.0',
      ],
    ]
    for (const [name, content, said] of cases) {
      await open(app, content)
      await expect(refused, name).toContainText(said)
      await expect(refused).not.toContainText('\u202E')
      expect((await refused.textContent())!.length).toBeLessThan(600)
      await refused.getByRole('button', { name: 'Dismiss' }).click()
    }

    await open(app, `\uFEFF${bundle()}`)
    await expect(page.getByRole('dialog', { name: 'Bundle: T' })).toContainText('Nothing has been said yet.')
    await expect(page.getByRole('slider', { name: 'Events shown' })).toHaveAttribute('max', '0')
    await page.getByRole('button', { name: 'Close the bundle' }).click()
  })

  await test.step('shows questions without buttons, and its text runs and loads nothing', async () => {
    const requests: string[] = []
    page.on('request', request => request.url().includes('beacon') && requests.push(request.url()))
    const title = await page.title()
    await open(
      app,
      bundle({
        events: [
          { type: 'prompt', promptId: 'p', content: [{ type: 'text', text: 'go' }] },
          text(`<img src=${beacon} onerror="document.documentElement.dataset.ran=1"><script src=${beacon}></script>`),
          text(`![m](${beacon}) [l](javascript:alert(1))`),
          {
            type: 'permission',
            requestId: 'r',
            from: 'agent',
            toolCall: { toolCallId: 'constructor', title: 'rm -rf /' },
            options: [{ optionId: 'a', name: 'Allow', kind: 'allow_once' }],
          },
          { type: 'elicitation', requestId: 'e', request: { mode: 'url', message: 'Sign in', url: beacon } },
          {
            type: 'elicitation',
            requestId: '__proto__',
            request: { mode: 'form', message: 'Which?', requestedSchema: { properties: { a: { type: 'string' } } } },
          },
        ],
      }),
    )

    const shown = page.getByRole('dialog', { name: 'Bundle: T' })
    await expect(shown.locator('[data-entry=permission]')).toContainText('rm -rf /')
    await expect(shown.locator('[data-entry=permission]')).toContainText('Not answered at this point')
    await expect(shown.locator('[data-entry=elicitation]')).toContainText(['Not answered at this point', 'Not answered at this point'])
    await expect(shown).not.toContainText('Waiting for you')
    await expect(shown.getByRole('log').getByRole('button', { name: /Allow|Open|Send|Cancel/ })).toHaveCount(0)
    await expect(shown.getByRole('textbox')).toHaveCount(0)
    expect(await page.title()).toBe(title)
    expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined()
    expect(requests).toEqual([])
  })
})

test('a bundle of a hundred thousand events shows that it is being read, and plays back', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  await page.evaluate(() => new MutationObserver(() => {
    if (document.querySelector('[role=status]')?.textContent.includes('Reading the bundle'))
      document.documentElement.dataset.said = 'reading'
  }).observe(document.body, { childList: true, subtree: true }))
  const plan = {
    type: 'update',
    update: {
      sessionUpdate: 'plan',
      entries: Array.from({ length: 100_000 }, (_, index) => ({ content: `step ${index}`, priority: 'low', status: 'pending' })),
    },
  }
  await open(
    app,
    bundle({
      events: [
        plan,
        ...Array.from({ length: 99_999 }, (_, index) => ({ type: index % 2 ? 'cancel' : 'notice', severity: 'info', title: 'n' })),
      ],
    }),
  )

  const shown = page.getByRole('dialog', { name: 'Bundle: T' })
  await expect(shown).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.said)).toBe('reading')
  await expect(page.getByText('Reading the bundle')).toHaveCount(0)
  const steps = shown.getByRole('complementary', { name: 'Plan of the bundle' })
  await expect(steps.getByRole('listitem')).toHaveCount(97)
  await steps.getByRole('button', { name: 'Show more (99904 left)' }).click()
  await expect.poll(() => steps.getByRole('listitem').count()).toBeGreaterThan(97)
  const slider: Locator = shown.getByRole('slider', { name: 'Events shown' })
  await slider.fill('50000')
  await expect(shown).toContainText('50000 of 100000')
  await slider.fill('0')
  await expect(shown.locator('[data-entry]')).toHaveCount(0)
})

function bundle({ events = [], ...changes }: { events?: readonly object[] } & Record<string, unknown> = {}): string {
  return JSON.stringify({
    format: 'parley-bundle',
    version: 1,
    exportedAt: 0,
    made: { parley: '0.1.0', platform: 'linux' },
    thread: { title: 'T', agentName: 'A', folder: '/w', createdAt: 0 },
    isWithoutContents: false,
    events: events.map((event, index) => ({ seq: index + 1, at: 0, ...event })),
    terminals: [],
    trace: [],
    ...changes,
  })
}

async function open({ page, folders }: App, content: string | Buffer): Promise<void> {
  const path = join(mkdtempSync(join(folders.data, 'bundle-')), 'bundle.json')
  writeFileSync(path, content)
  await page.getByLabel('Bundle', { exact: true }).setInputFiles(path)
}
