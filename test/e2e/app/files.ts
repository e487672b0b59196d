import type { Locator } from '@playwright/test'
import type { App } from '../fixtures'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Pastes a file as if it were on the clipboard. `data` is base64. */
export async function pasteFile(target: Locator, file: { name: string, type: string, data: string }): Promise<void> {
  await target.evaluate((element, { name, type, data }) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.from(atob(data), character => character.charCodeAt(0))], name, { type }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, file)
}

/**
 * Drags files from the desktop over the target and lets go: as the browser's own drag and drop where it can be driven, else by its events.
 */
export async function dropFiles(app: App, target: Locator, paths: readonly string[]): Promise<void> {
  if (app.shell === 'desktop')
    return dispatchDrop(target, paths)
  const session = await app.page.context().newCDPSession(app.page)
  const box = (await target.boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 3 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files: [...paths], dragOperationsMask: 1 } })
  await session.detach()
}

async function dispatchDrop(target: Locator, paths: readonly string[]): Promise<void> {
  const files = paths.map(path => ({
    name: basename(path),
    data: readFileSync(path).toString('base64'),
    type: path.endsWith('.wav') ? 'audio/wav' : 'text/plain',
  }))
  await target.evaluate((element, files) => {
    const dataTransfer = new DataTransfer()
    for (const { name, type, data } of files)
      dataTransfer.items.add(new File([Uint8Array.from(atob(data), character => character.charCodeAt(0))], name, { type }))
    for (const type of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, files)
}
