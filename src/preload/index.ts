import type { Bridge } from '../shared/bridge'
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { Listeners } from '../shared/listeners'

contextBridge.exposeInMainWorld('parley', createBridge())

/**
 * The page's only channel: JSON texts over the IPC channel 'host'. An empty text is not a message: from the page it
 * announces a new page, from the host it closes the channel. The page can also request the path of a file that the
 * person gave it.
 */
function createBridge(): Bridge<File> {
  const texts = new Listeners<string>()
  const closing = new Listeners<void>()
  /** Messages that the host sent before the page's scripts ran. */
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
    // Empty for a file created by a script: only the system creates files with a path.
    getPathForFile: file => webUtils.getPathForFile(file),
  }
}
