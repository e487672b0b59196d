import type { Bridge } from '../shared/bridge'
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { Listeners } from '../shared/listeners'

contextBridge.exposeInMainWorld('parley', hostBridge())

/**
 * The page's one way out: JSON texts over the IPC channel 'host'. An empty text is not a message: from here it
 * announces a fresh page, from the host it says that the channel is closed. Beside it, the page learns where a file
 * lies that the person gave to it.
 */
function hostBridge(): Bridge<File> {
  const texts = new Listeners<string>()
  const closing = new Listeners<void>()
  /** What the host sent before the page's scripts ran. */
  let early: string[] | undefined = []

  ipcRenderer.on('host', (_event, text: string) => {
    if (text === '')
      return closing.emit()
    early?.push(text)
    texts.emit(text)
  })
  ipcRenderer.send('host', '')

  return {
    send: text => ipcRenderer.send('host', text),
    onText: (listener) => {
      const unsubscribe = texts.add(listener)
      early?.forEach(text => listener(text))
      early = undefined
      return unsubscribe
    },
    onClose: listener => closing.add(listener),
    // Empty for a file that a script made: only the system makes one that lies somewhere.
    getPathForFile: file => webUtils.getPathForFile(file),
  }
}
