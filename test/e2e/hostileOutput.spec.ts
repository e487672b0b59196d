import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const allow = 'Allow, Allow once'
const target = 'https://beacon.invalid/a/long/way?to=go'
/** Queries, which the terminal would answer by typing. */
const queries = [
  '\u001B[c',
  '\u001B[>c',
  '\u001B[=c',
  '\u001B[5n',
  '\u001B[6n',
  '\u001B[?6n',
  '\u001B[?1$p',
  '\u001BP$qm\u001B\\',
  '\u001B]4;1;?\u0007',
  '\u001B]10;?\u0007',
  '\u001B]11;?\u001B\\',
  '\u001B[18t',
  '\u001B[21t',
  '\u0005',
  '\u009Bc',
  '\u001B[?1004h',
  '\u001B[?1003h',
]

test('a command\'s output cannot change the clipboard, title or page, and its links ask first', { tag: '@both' }, async ({ app }) => {
  const { page, folders } = app
  const dialogs: string[] = []
  const elsewhere: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  page.context().on('page', opened => elsewhere.push(opened.url()))
  writeFileSync(
    join(folders.workspace, 'output'),
    [
      '\u001B]52;c;ZXZpbA==\u0007\u001B]52;p;ZXZpbA==\u001B\\\u009D52;c;ZXZpbA==\u009C',
      '\u001B]0;evil\u0007\u001B]2;evil\u001B\\\u001B]1;evil\u0007',
      '\u001B]9;evil\u0007\u001B]777;notify;evil;evil\u0007\u001B]99;;evil\u001B\\',
      '\u001B]633;P;Cwd=/\u0007\u001B]1337;CopyToClipboard=\u0007\u001B]1337;File=inline=1:AAAA\u0007\u001B]7;file://x/\u0007',
      '\u001B[8;3;3t\u001B[3;0;0t\u001B[2t',
      `\u001B[${'1;'.repeat(5_000)}m`,
      `\u001B]8;;${target}\u0007https://safe.example\u001B]8;;\u0007`,
      ' and \u001B]8;;javascript:document.title=\'evil\'\u0007script\u001B]8;;\u0007',
      '\r\n\u001B[?1049hother\u001B[?1049l',
      'a\u001B[2147483647b\u001B[2147483647L\u001B[2147483647M\u001B[2147483647I\u001B[2147483647Z\u001B[2147483647@',
      '\r\nthe end\r\n',
    ].join(''),
  )
  const thread = new OpenThread(app)
  await thread.start()
  await thread.message.fill('mine')
  await thread.message.press('ControlOrMeta+A')
  await thread.message.press('ControlOrMeta+C')
  await thread.message.fill('')

  await thread.askAndAnswer('run cat output', allow)
  await thread.terminal.getByRole('button', { name: 'Output', exact: true }).click()
  await expect(thread.terminal.locator('.xterm-rows')).toContainText('the end')

  expect(await page.title()).toBe('run cat output – Parley')
  await expect(thread.terminal.locator('pre')).not.toContainText('evil')
  await expect(thread.terminal.locator('.xterm-rows')).not.toContainText('evil')
  await thread.message.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(thread.message).toHaveValue('mine')

  const script = thread.terminal.locator('.xterm-rows span', { hasText: /^ and script$|script/ }).last()
  await script.click({ force: true })
  const link = thread.terminal.locator('.xterm-rows span', { hasText: 'https://safe.example' }).last()
  // The card may still move when the pointer comes, and only a move to another cell is one.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover({ force: true, position: { x: 20, y: 5 } })
    await expect(thread.terminal.locator(`[title="${target}"]`)).toBeVisible({ timeout: 500 })
  }).toPass()
  await link.click({ force: true, position: { x: 20, y: 5 } })
  const asked = page.getByRole('dialog', { name: 'Open this address?' })
  await expect(asked).toContainText(target)
  await asked.getByRole('button', { name: 'Cancel' }).click()

  expect(await page.title()).toBe('run cat output – Parley')
  expect([dialogs, elsewhere]).toEqual([[], []])
})

test('replies to terminal queries are not typed into a command, even while a person types into it', async ({ app }) => {
  const { page, folders } = app
  writeFileSync(join(folders.workspace, 'queries'), queries.join(''))
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send(
    'run read go; stty raw -echo; cat queries; timeout --foreground 2 cat > typed; stty sane; echo "$(wc -c < typed) bytes were typed"',
  )
  await thread.answer(allow)
  await thread.terminal.getByRole('button', { name: 'Take the keyboard' }).click()
  await expect(thread.terminal.getByRole('textbox')).toBeFocused()

  await page.keyboard.press('Enter')

  await thread.seeEnd()
  await expect(thread.terminal.locator('pre')).toContainText('0 bytes were typed')
})
