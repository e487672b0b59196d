import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

/** Programs that a person runs in their own shells. A step whose program is missing is reported and skipped. */
function has(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  }
  catch {
    console.log(`NOT TRIED: ${program} is not installed`)
    return false
  }
}

function screensOf(page: Page) {
  return page.getByRole('region', { name: 'Terminals' }).locator('.xterm-rows:visible')
}

function tabOf(page: Page) {
  return page.getByRole('tablist', { name: 'Terminals' }).getByRole('tab')
}

/** Pastes as a browser does, by an event that the page may take. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
  }, text)
}

/** Whether a process sleeps for this many seconds. */
function isAsleep(seconds: number): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').startsWith(`sleep\0${seconds}\0`)
    }
    catch {
      return false // no process, or gone
    }
  })
}

test('programs of all kinds run in the person\'s own shell', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page } = app
  const type = (keys: string) => page.keyboard.type(keys)
  await new OpenThread(app).start()
  await page.keyboard.press('Control+`')
  const screen = screensOf(page)
  await expect(screen).toContainText(/[$#]/)
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index + 1}\n`)
  writeFileSync(join(app.folders.workspace, 'numbers'), lines.join(''))

  if (has('vim')) {
    await test.step('vim keeps its screen over a resize and a reload of the window', async () => {
      await type('vim -u NONE numbers\n')
      await expect(screen).toContainText('line 5')
      await type('150G')
      await expect(screen).toContainText('line 150')
      await page.setViewportSize({ width: 900, height: 700 })
      await expect(screen).toContainText('line 150')
      await page.reload()
      await expect(screensOf(page)).toContainText('line 150')
      await page.getByRole('region', { name: 'Terminals' }).locator('.xterm-helper-textarea').focus()
      await page.keyboard.press('Escape')
      await type(':q!\n')
      await expect(screen).not.toContainText('line 150')
    })
  }
  if (has('less')) {
    await test.step('less shows the end of a file', async () => {
      await type('less numbers\n')
      await type('G')
      await expect(screen).toContainText('line 200')
      await type('q')
    })
  }
  if (has('htop')) {
    await test.step('htop draws its screen', async () => {
      await type('htop\n')
      await expect(screen).toContainText('F10')
      await type('q')
    })
  }
  await test.step('a program gets clicks of the mouse', async () => {
    await type('clear; printf "\\033[?1000h\\033[?1006h"; cat -v\n')
    await expect(tabOf(page)).toHaveAccessibleName('cat, running')
    await page.getByRole('region', { name: 'Terminals' }).locator('.xterm-screen').click()
    await expect(screen).toContainText('^[[<0;')
    await page.keyboard.press('Control+c')
    await type('printf "\\033[?1000l\\033[?1006l"\n')
  })
  for (const shell of ['fish', 'zsh', 'dash'].filter(has)) {
    await test.step(`${shell} starts, runs a command and ends`, async () => {
      await type(`clear; ${shell}${shell === 'zsh' ? ' -f' : ''}\n`)
      await expect(tabOf(page)).toHaveAccessibleName(`${shell}, running`)
      await type(`sh -c 'echo in-$0-$((40 + 2))' ${shell}\n`)
      await expect(screen).toContainText(`in-${shell}-42`)
      await type('exit\n')
      await expect(tabOf(page)).not.toHaveAccessibleName(/running/)
    })
  }
  await test.step('git rebase -i succeeds', async () => {
    const identity = 'git config user.email a@example.com; git config user.name A'
    await type(`clear; git init -q .; ${identity}; git add -A; git commit -qm one\n`)
    await type('seq 3 > b; git add -A; git commit -qm two\n')
    await type('GIT_EDITOR="cat" git rebase -i --root\n')
    await expect(screen).toContainText('Successfully rebased')
  })
})

test('pasted text never runs without Enter', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  await new OpenThread(app).start()
  await page.keyboard.press('Control+`')
  const screen = screensOf(page)
  await expect(screen).toContainText(/[$#]/)
  const marks = ['\u001B[201~', '\u001B[20\u001B[201~1~', '\u009B201~']

  for (const [index, mark] of marks.entries()) {
    await paste(page, `echo a${mark}; touch ran-${index}\n`)
    await page.keyboard.press('Control+c')
  }
  await paste(page, 'one\rtouch ran-lone\r')
  await page.keyboard.press('Control+c')
  await page.keyboard.type('echo end-$((40 + 2))\n')
  await expect(screen).toContainText('end-42')
  expect(readdirSync(app.folders.workspace).filter(name => name.startsWith('ran'))).toEqual([])

  await test.step('ten megabytes are pasted after a confirmation', async () => {
    await page.keyboard.type('wc -c > count\n')
    await expect(tabOf(page)).toHaveAccessibleName('wc, running')
    const megabytes = `${'0123456789'.repeat(99)}abcdefghi\n`.repeat(10_000)
    await paste(page, megabytes)
    const question = page.getByRole('dialog', { name: 'Paste lines' })
    await question.getByRole('button', { name: 'Paste' }).click()
    await expect(question).toBeHidden()
    await page.keyboard.press('Control+d')
    // Not visible: the system echoes pasted text later than the program writes.
    const count = (): string => readFileSync(join(app.folders.workspace, 'count'), 'utf8').trim()
    await expect.poll(count, { timeout: 60_000 }).toBe(String(megabytes.length))
  })
})

test('a server in the person\'s own shell', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page } = app
  app.allowError(/WebSocket connection/) // while Parley is away
  const server = (seconds: number): string => {
    const sleeps = `sh -c "sleep ${seconds}; true"`
    return `(setsid ${sleeps} &); ${sleeps}\n`
  }
  await new OpenThread(app).start()
  await page.keyboard.press('Control+`')
  await expect(screensOf(page)).toContainText(/[$#]/)

  await test.step('ends at a restart, after which text and folder are restored', async () => {
    await page.keyboard.type('echo kept-$((40 + 2)); mkdir -p web; cd web\n')
    await expect(screensOf(page)).toContainText('kept-42')
    await page.keyboard.type(server(7171))
    await expect.poll(() => isAsleep(7171)).toBe(true)
    await app.restart()
    expect(isAsleep(7171)).toBe(false)
    await app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link').first().click()
    const screen = screensOf(app.page)
    await expect(screen).toContainText('kept-42')
    await expect(screen).toContainText('The shell was started anew')
    await expect(screen).toContainText(/web[#$] *$/)
  })

  await test.step('ends even if Parley is killed', async () => {
    await app.page.getByRole('region', { name: 'Terminals' }).locator('.xterm-helper-textarea').focus()
    await app.page.keyboard.type(server(7272))
    await expect.poll(() => isAsleep(7272)).toBe(true)
    await app.restartKilled()
    await expect.poll(() => isAsleep(7272)).toBe(false)
  })
})
