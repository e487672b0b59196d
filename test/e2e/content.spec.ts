import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { scripted } from '../support/scriptedAgent'
import { dropFiles, pasteFile, pasteText, tellPlaces } from './app/files'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Eight by eight pixels. */
const avif = [
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aW',
  'YAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAABkAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29s',
  'b3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA',
  '0ABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACFtZGF0EgAKCDgIv+UBDQaQMgsdwAAAQAAAnjQBdA==',
].join('')
const all = { image: true, audio: true, embeddedContext: true }
test.use({
  agents: { All: scripted('takesContent', { PROMPT_CAPABILITIES: JSON.stringify(all) }), Plain: scripted('takesContent') },
})

test('a pasted picture, dropped files and a picked file are sent with the message', { tag: '@both' }, async ({ app }) => {
  const [sound, notes] = [join(app.folders.outside, 'tone.wav'), join(app.folders.outside, 'my notes.txt')]
  writeFileSync(sound, 'RIFF\0\0\0\0WAVE')
  writeFileSync(notes, 'größe')
  const thread = new OpenThread(app)
  await thread.start('All')
  await expect(thread.state).toHaveText('Ready')
  const chips = thread.main.getByRole('list', { name: 'Attachments' })

  await pasteFile(thread.message, { name: 'shot.png', type: 'image/png', data: pixel })
  await expect(chips).toContainText('shot.png')
  await dropFiles(app, thread.log, [sound])
  await expect(chips).toContainText('tone.wav')
  const picker = app.page.waitForEvent('filechooser')
  await tellPlaces(app, [notes])
  await thread.button('Attach').click()
  await (await picker).setFiles([notes])
  await expect(chips.getByRole('listitem')).toHaveCount(3)

  await thread.send('take these')
  const answer = thread.entries('agent').last()
  await expect(answer).toContainText('image image/png')
  await expect(answer).toContainText(/audio audio\/(x-)?wav/)
  // Browsers hide the path of a file.
  const uri = app.shell === 'desktop' ? pathToFileURL(notes).href : 'attachment:///my%20notes.txt'
  await expect(answer).toContainText(`resource ${uri} größe`)
  await expect(thread.entries('user').getByRole('img', { name: 'Image' })).toBeVisible()
  await expect(thread.entries('user').locator('audio')).toBeVisible()
  await expect(chips).toBeHidden()

  await test.step('a picture that models reject is converted or scaled', async () => {
    const sizes: string[] = []
    const wide = await app.page.evaluate(async () => {
      const drawn = new OffscreenCanvas(9_000, 90)
      drawn.getContext('2d')!.fillRect(0, 0, 90, 90)
      const blob = await drawn.convertToBlob()
      return [...new Uint8Array(await blob.arrayBuffer())].map(byte => String.fromCharCode(byte)).join('')
    })
    for (const [name, type, data] of [['a.avif', 'image/avif', avif], ['b.png', 'image/png', btoa(wide)]] as const) {
      await pasteFile(thread.message, { name, type, data })
      await expect(chips).toContainText(name)
      await thread.finish(`take ${name}`)
      await expect(thread.entries('agent').last()).toContainText('image image/png')
      const sent = thread.entries('user').last().getByRole('img', { name: 'Image' })
      sizes.push(await sent.evaluate((image: HTMLImageElement) => `${image.naturalWidth}x${image.naturalHeight}`))
    }
    expect(sizes).toEqual(['8x8', '8000x80'])
  })

  await test.step('Up recalls the last message, and a long paste becomes an attachment until it is undone', async () => {
    await thread.message.press('ArrowUp')
    await expect(thread.message).toHaveValue('take b.png')
    await thread.message.press('ArrowDown')
    await expect(thread.message).toHaveValue('')
    const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`).join('\n')
    await pasteText(thread.message, lines)
    await chips.getByRole('button', { name: 'Preview Pasted 400 lines' }).click()
    await expect(app.page.getByRole('dialog', { name: 'Pasted 400 lines' })).toContainText('line 0')
    await app.page.keyboard.press('Escape')
    await thread.message.press('ControlOrMeta+z')
    await expect(thread.message).toHaveValue(lines)
    await expect(chips).toBeHidden()
  })
})

test('attachments and content', async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('files dragged over the thread show the drop target; dragged text does not', async () => {
    await thread.start('All')
    const target = thread.main.getByText('Drop files to attach them to your message')
    const drag = async (type: string, kind: 'Files' | 'text/plain') => {
      const data = await app.page.evaluateHandle((kind) => {
        const transfer = new DataTransfer()
        if (kind === 'Files')
          transfer.items.add(new File(['x'], 'x.txt'))
        else
          transfer.setData(kind, 'x')
        return transfer
      }, kind)
      await thread.log.dispatchEvent(type, { dataTransfer: data })
    }
    await drag('dragover', 'text/plain')
    await expect(target).toBeHidden()
    await drag('dragover', 'Files')
    await expect(target).toBeVisible()
    await drag('dragleave', 'Files')
    await expect(target).toBeHidden()
  })

  await test.step('every kind of content is shown, and an unknown kind is named', async () => {
    expect(await thread.ask('show')).toBe('end_turn')
    const message = thread.entries('agent').first()
    // By key, here and below: while images and sound are loading, targets of the mouse may still move.
    const forModel = message.locator('summary', { hasText: 'Meant for the model' })
    await expect(message).not.toContainText('secret sauce')
    await forModel.press('Enter')
    await expect(message).toContainText('For the model: secret sauce.')
    await expect(message).toContainText(/Important · changed (4 March|March 4,) 2026/)
    await expect(message.getByRole('link', { name: 'A page' })).toBeVisible()
    await expect(message).toContainText('Optional')
    await expect(message).toContainText('demo:///archive.zip · 4 B · archive')
    const download = app.page.waitForEvent('download')
    await message.getByRole('button', { name: 'Save archive.zip' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('archive.zip')
    await message.locator('summary', { hasText: 'Content of an unknown type (hologram)' }).press('Enter')
    await expect(message).toContainText('"depth": 3')

    for (const player of await message.locator('audio').all()) {
      // Not awaited: play() may never settle when the source is set while it starts. What counts is that time passes.
      await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => {
        if (audio.paused && audio.currentTime === 0)
          void audio.play().catch(() => {})
        return audio.currentTime
      })).toBeGreaterThan(0)
    }
    expect(await message.locator('audio').count()).toBe(2)

    const tool = thread.tool('Look')
    await expect(tool).not.toContainText('line two')
    await tool.locator('summary', { hasText: 'Meant for the model' }).press('Enter')
    await expect(tool).toContainText('line two')
    await tool.locator('summary', { hasText: 'Content of an unknown type (chart)' }).press('Enter')
    await expect(tool).toContainText('"points"')
    await expect(thread.entries('notice')).toContainText('weather_update')

    await message.getByRole('link', { name: 'A page' }).click()
    await expect(app.page.getByRole('dialog', { name: 'Open this address?' })).toContainText('https://example.org/page')
    await app.page.keyboard.press('Escape')
  })

  await test.step('a file that the agent does not accept is sent as a link that the agent may read', async () => {
    const notes = join(app.folders.outside, 'notes.txt')
    writeFileSync(notes, 'the answer is 42')
    await thread.start('Plain')
    await expect(thread.state).toHaveText('Ready')
    await dropFiles(app, thread.main, [notes, app.folders.workspace])
    await expect(thread.main.getByRole('alert')).toContainText('is a folder. Attach the files that matter')
    await expect(thread.main.getByRole('list', { name: 'Attachments' })).toContainText('notes.txt · 16 B · link to a copy')
    expect(await thread.ask('read it')).toBe('end_turn')
    await expect(thread.entries('agent').first()).toContainText('resource_link text/plain notes.txt')
    await expect(thread.entries('agent').last()).toContainText('It says: the answer is 42')
    await expect(thread.entries('user')).toContainText('notes.txt')
  })
})
