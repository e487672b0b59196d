import type { Locator } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const allow = 'Allow, Allow once'

/** Makes the Demo agent run a command, and allows it. Returns its terminal once the command runs. */
async function run(thread: OpenThread, text: string, sign: string): Promise<Locator> {
  await thread.send(text)
  await thread.answer(allow)
  const terminal = thread.terminal.filter({ hasText: sign }).last()
  await expect(terminal).toBeVisible()
  return terminal
}

/** The same for a command that exits by itself. Returns its terminal once the turn has ended. */
async function runToEnd(thread: OpenThread, text: string, sign: string): Promise<Locator> {
  await thread.send(text)
  await thread.answer(allow)
  await thread.seeEnd()
  const terminal = thread.terminal.filter({ hasText: sign }).last()
  await expect(terminal).toBeVisible()
  return terminal
}

/** The wheel over a terminal that holds more than it shows scrolls the transcript. */
async function passOver(thread: OpenThread): Promise<void> {
  const output = thread.terminal.getByRole('button', { name: 'Output', exact: true })
  const latest = thread.main.getByRole('button', { name: 'Jump to latest' })
  // By key: targets of the mouse move while the transcript scrolls.
  await output.press('Enter')
  const screen = thread.terminal.locator('.xterm-screen')
  await expect(screen).toContainText('line 200 of 200')
  await screen.hover()
  await thread.log.page().mouse.wheel(0, -100)
  await expect(latest).toBeVisible()
  await latest.press('Enter')
  await output.press('Enter')
  await expect(screen).toBeHidden()
  await thread.message.focus()
}

test('a command in a terminal', { tag: '@both' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('gets what the person types', async () => {
    const terminal = await run(thread, 'interactive', 'What is your name?')
    const keyboard = terminal.getByRole('button', { name: 'Take the keyboard' })
    await keyboard.click()
    await expect(keyboard).toHaveAttribute('aria-pressed', 'true')
    await expect(terminal.getByRole('textbox')).toBeFocused()
    await app.page.keyboard.type('Ada')
    await app.page.keyboard.press('Enter')
    await expect(thread.lastEntry).toHaveAttribute('data-entry', 'turn-end')
    await expect(terminal, 'what one has written in does not fold').toContainText('Hello, Ada!')
    await expect(terminal).toHaveAttribute('data-state', 'exited')
  })

  await test.step('prints columns that align after emoji', async () => {
    const rows = ['ab|', '✅|', '⏳|', '日|', '🚀|', '👨‍👩‍👧|', '⚠️|', 'é.|']
    writeFileSync(join(app.folders.workspace, 'columns'), `${rows.join('\n')}\n`)
    const terminal = await runToEnd(thread, 'run cat columns', 'cat columns')
    const output = terminal.getByRole('button', { name: 'Output', exact: true })
    if (await output.getAttribute('aria-expanded') === 'false')
      await output.press('Enter')
    await expect(terminal.locator('.xterm-rows')).toContainText('ab|')
    const bars = await terminal.locator('.xterm-rows > div').evaluateAll(rows => rows.flatMap((row) => {
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const at = text.textContent?.indexOf('|') ?? -1
        const range = document.createRange()
        if (at < 0)
          continue
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        return [Math.round(range.getBoundingClientRect().left)]
      }
      return []
    }))
    expect(bars.length).toBeGreaterThanOrEqual(rows.length)
    expect(new Set(bars).size, bars.join(' ')).toBe(1)
  })

  await test.step('gets a paste as plain text, after a confirmation if it has no bracketed paste', async () => {
    // By key: targets of the mouse move while the output grows.
    const take = (terminal: Locator) => terminal.getByRole('button', { name: 'Take the keyboard' }).press('Enter')
    const paste = (terminal: Locator, text: string) => terminal.getByRole('textbox').evaluate((box, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
    const dialog = app.page.getByRole('dialog', { name: 'Paste lines' })

    const lines = await run(thread, 'run printf "ready\\n"; read a; read b; echo "<$a|$b>"', 'ready')
    await take(lines)
    await paste(lines, 'one\r\ntwo\u001B[A\n')
    await expect(dialog).toContainText('one\ntwo[A')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await paste(lines, 'one\r\ntwo\n')
    await dialog.getByRole('button', { name: 'Paste', exact: true }).click()
    await thread.seeEnd()
    await expect(lines).toContainText('<one|two>')

    // Its sign is another than the first one's, whose terminal is still there.
    const command = 'run printf "\\033[?2004htakes brackets\\n"; read -d q a; echo "<$a>" | cat -v'
    const brackets = await run(thread, command, 'takes brackets')
    await take(brackets)
    await paste(brackets, 'one\u001B[201~\r\ntwo')
    await expect(dialog).toBeHidden()
    await app.page.keyboard.type('q')
    await app.page.keyboard.press('Enter')
    await thread.seeEnd()
    // The turn folds once its terminal has given the keyboard back, which may come after its end.
    await expect(async () => {
      await thread.unfold()
      await expect(brackets).toContainText('<^[[200~one[201~', { timeout: 1_000 })
    }).toPass()
    await expect(brackets).toContainText('two^[[201~>')
  })

  await test.step('has a button that copies its output', async () => {
    const terminal = await runToEnd(thread, 'short', 'Hello from a terminal')
    await expect(thread.state).toHaveText('Ready')
    await terminal.getByRole('button', { name: 'Copy output' }).click()
    await expect(terminal.getByRole('button', { name: 'Copied' })).toBeVisible()
    await thread.message.focus()
    await app.page.keyboard.press('ControlOrMeta+V')
    await expect(thread.message).toHaveValue(/^Hello from a terminal\n?$/)
  })
})

test('the output of a command', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('appears while the command still writes', async () => {
    await thread.send('terminal long')
    await thread.answer(allow)
    const lineCounts = new Set<number>()
    await expect.poll(async () => {
      const [text] = await thread.log.locator('[data-state=running]').allInnerTexts()
      if (text !== undefined)
        lineCounts.add(text.match(/line \d+ of 200/g)?.length ?? 0)
      return thread.state.textContent()
    }, { intervals: [100], timeout: 30_000 }).toBe('Ready')
    await thread.seeEnd()
    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    expect(lineCounts.size).toBeGreaterThan(1)
    await expect(thread.terminal).toContainText('line 200 of 200')
    await passOver(thread)
    await expect(thread.terminal).toContainText('exit code 0')
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('is drawn in colours, and its plain text has no escapes', async () => {
    const terminal = await runToEnd(thread, 'coloured', 'progress 100%')
    await expect(thread.state).toHaveText('Ready')
    await terminal.getByRole('button', { name: 'Output', exact: true }).click()
    const colour = (word: string): Promise<string> =>
      terminal.locator('.xterm-rows span', { hasText: new RegExp(`^${word}$`) }).evaluate(span => getComputedStyle(span).color)
    expect(new Set([await colour('red'), await colour('green'), await colour('blue'), await colour('orange')]).size).toBe(4)
    const plain = terminal.locator('pre')
    await expect(plain).toContainText('red green blue orange underlined')
    await expect(plain).toContainText('progress 100%')
    await expect(plain).not.toContainText('progress  20%')
  })

  await test.step('stays visible when the agent kills the command after a timeout', async () => {
    const terminal = await runToEnd(thread, 'timeout', 'tick 1')
    await expect(terminal).toHaveAttribute('data-state', 'killed')
    await expect(terminal).toContainText('tick 1')
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('is followed by the exit code if the command fails', async () => {
    const terminal = await runToEnd(thread, 'failing', 'It is not here')
    await expect(terminal).toHaveAttribute('data-state', 'exited')
    await expect(terminal).toContainText('exit code 3')
    await expect(thread.entries('tool').last()).toHaveAttribute('data-status', 'failed')
  })
})

test('a command that runs', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await app.page.setViewportSize({ width: 1280, height: 800 })
  await thread.start()

  await test.step('releases the keyboard with Ctrl+Shift+Escape', async () => {
    const terminal = await run(thread, 'interactive', 'What is your name?')
    const keyboard = terminal.getByRole('button', { name: 'Take the keyboard' })
    await keyboard.click()
    await expect(terminal.getByRole('textbox')).toBeFocused()
    await app.page.keyboard.press('Control+Shift+Escape')
    await expect(keyboard).toBeFocused()
    await expect(keyboard).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('ends with the turn when it is stopped', async () => {
    expect(await thread.stop()).toBe('cancelled')
    await expect(thread.terminal).not.toHaveAttribute('data-state', 'running')
    await expect(thread.entries('tool')).toHaveAttribute('data-status', 'cancelled')
  })

  await test.step('is notified of its terminal\'s new size', async () => {
    const terminal = await run(thread, 'run while true; do echo "size $(stty size)"; sleep 0.1; done', 'size ')
    const columns = async (): Promise<number> =>
      Number((await terminal.locator('pre').textContent())?.match(/\d+ (\d+)\s*$/)?.[1] ?? 0)
    await expect.poll(columns).toBeGreaterThan(70)
    await app.page.setViewportSize({ width: 500, height: 800 })
    await expect.poll(columns).toBeLessThan(70)
    await thread.stop()
    await app.page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('is killed', async () => {
    const terminal = await run(thread, 'endless', 'tick 1')
    await test.step('after its card was unmounted while it wrote output', async () => {
      await app.page.setViewportSize({ width: 1280, height: 400 })
      // Following the end in the frame of the key would move where Home leads.
      await expect.poll(() => thread.log.evaluate(({ scrollHeight, clientHeight, scrollTop }) =>
        clientHeight < 300 && scrollHeight - clientHeight - scrollTop <= 1)).toBe(true)
      await thread.log.press('Home')
      await expect(terminal).toHaveCount(0)
      await expect(thread.main.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
      await thread.main.getByRole('button', { name: 'Jump to latest' }).click()
      await expect(terminal).toContainText(/tick \d/)
      await app.page.setViewportSize({ width: 1280, height: 800 })
    })
    await expect(terminal).toContainText('tick 1')
    await thread.stop()
    await test.step('by a press while the view scrolls', async () => {
      const quiet = await run(thread, 'run echo ready; sleep 100', 'ready')
      // The sign is in its command, too. Once its output is drawn, it writes nothing more, so nothing moves.
      await expect(quiet.locator('.xterm-rows')).toContainText('ready')
      expect(await thread.log.evaluate(log => log.scrollTop), 'there is something to scroll').toBeGreaterThan(0)
      const kill = quiet.getByRole('button', { name: 'Kill' })
      await kill.hover()
      await app.page.mouse.down()
      expect(await kill.evaluate(button => button.matches(':active')), 'the press is on Kill').toBe(true)
      await thread.log.evaluate(log => new Promise((resolve) => {
        log.addEventListener('scroll', () => requestAnimationFrame(resolve), { once: true })
        log.scrollTop -= 1
      }))
      await app.page.mouse.up()
      await thread.seeEnd()
      // Its work folds once the reader has seen the end.
      await expect(async () => {
        await thread.unfold()
        await expect(quiet).toHaveAttribute('data-state', 'killed', { timeout: 1_000 })
      }).toPass()
      await expect(kill).toBeHidden()
      await expect(thread.entries('agent').last()).toContainText('was stopped by')
    })
  })
})
