import type { Locator } from '@playwright/test'
import type { App } from '../fixtures'
import { statSync } from 'node:fs'
import { basename } from 'node:path'

/** Pastes a file as if it were on the clipboard. `data` is base64. */
export async function pasteFile(target: Locator, file: { name: string, type: string, data: string }): Promise<void> {
  await target.evaluate((element, { name, type, data }) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([Uint8Array.from(atob(data), character => character.charCodeAt(0))], name, { type }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, file)
}

/** Pastes a text as if it were on the clipboard. */
export async function pasteText(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Drops files from the desktop onto the target by the browser's own drag and drop. */
export async function dropFiles(app: App, target: Locator, paths: readonly string[]): Promise<void> {
  await tellPlaces(app, paths)
  const session = await app.page.context().newCDPSession(app.page)
  const box = (await target.boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 3 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files: [...paths], dragOperationsMask: 1 } })
  await session.detach()
}

/**
 * Tells the double of Electron the paths of files before they are dropped or picked, because it cannot look them up.
 * Electron itself ignores this.
 */
export async function tellPlaces(app: App, paths: readonly string[]): Promise<void> {
  await app.page.evaluate((files) => {
    for (const detail of files)
      window.dispatchEvent(new CustomEvent('electron-double:file', { detail }))
  }, paths.map(path => ({ path, name: basename(path), size: statSync(path).size })))
}
