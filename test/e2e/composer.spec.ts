import type { Locator } from '@playwright/test'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Wordy: scripted('optionsAgent', { OPTIONS_NAMES: 'long' }) } })

test('the composer', async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  const composer = thread.main.getByRole('region', { name: 'Composer' })
  const box = async (name: string) => (await composer.getByRole('button', { name, exact: true }).boundingBox())!
  await thread.start('Wordy')
  await expect(composer.getByRole('group', { name: 'Options' }).getByRole('combobox').first()).toBeVisible()

  /** Its height at each width, with the controls in one row. */
  async function heights(last: string): Promise<readonly number[]> {
    const found: number[] = []
    for (const width of [1440, 1000, 420]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(async () => {
        const [from, to] = [await box('Attach'), await box(last)]
        return Math.abs(from.y + from.height / 2 - to.y - to.height / 2)
      }, { message: `one row at ${width} px` }).toBeLessThan(4)
      found.push((await composer.boundingBox())!.height)
    }
    return found
  }

  await test.step('keeps its height while the agent works or waits, with one row of controls', async () => {
    const idle = await heights('Send')
    await thread.send('wait')
    await expect(thread.state).toContainText('Working')
    expect(await heights('Stop')).toEqual(idle)
    await page.setViewportSize({ width: 1440, height: 800 })
    await thread.stop()
    await thread.send('fs/read_text_file')
    await expect(thread.dialog).toBeVisible()
    expect(await heights('Stop')).toEqual(idle)
    await page.setViewportSize({ width: 1440, height: 800 })
    await thread.stop()
  })

  await test.step('shows the same options whether the agent works or not, and the others behind a button', async () => {
    const names = async (place: Locator): Promise<(string | null)[]> => {
      const controls = place.getByRole('combobox').or(place.getByRole('switch'))
      return controls.evaluateAll(list => list.map(item => item.getAttribute('aria-label')))
    }
    const inRow = await names(composer)
    await thread.send('wait')
    await expect(thread.button('Stop')).toBeVisible()
    expect(await names(composer)).toEqual(inRow)
    await composer.getByRole('button', { name: /^More options/ }).click()
    const others = page.getByRole('dialog', { name: 'More options' })
    expect([...inRow, ...await names(others)].map(name => name?.split(' ')[0])).toEqual(['Mode', 'Model', 'Verbose', 'Own'])
    await others.getByRole('switch', { name: /^Verbose/ }).click()
    await expect(others.getByRole('switch', { name: /^Verbose/ })).toBeChecked()
    await expect(others.getByRole('button', { name: 'Agent settings' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(others).toBeHidden()
    await expect(thread.button('Stop')).toBeVisible()
    await thread.stop()
  })

  await test.step('moves the focus back at Shift+Tab, without changing the mode', async () => {
    const mode = composer.getByRole('combobox', { name: /^Mode/ }).first()
    const before = await mode.inputValue()
    await thread.message.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(thread.message).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(thread.message).toBeFocused()
    expect(await mode.inputValue()).toBe(before)
  })
})
