import type { Channel } from '../shared/channel'
import { contextBridge, ipcRenderer } from 'electron'

contextBridge.exposeInMainWorld('parley', hostChannel())

/**
 * The page's one way out: a channel of JSON texts over the IPC channel 'host'. An empty text is not a message: from here it says
 * that a fresh page has begun, from the host that the channel is closed.
 */
function hostChannel(): Channel {
  const messageListeners = new Set<(message: unknown) => void>()
  const closeListeners = new Set<() => void>()
  // The host may speak before the page's scripts run.
  let early: unknown[] | undefined = []

  ipcRenderer.on('host', (_event, text: string) => {
    if (text === '') {
      for (const listener of [...closeListeners])
        listener()
      return
    }
    const message: unknown = JSON.parse(text)
    early?.push(message)
    for (const listener of [...messageListeners])
      listener(message)
  })
  ipcRenderer.send('host', '')

  return {
    send: message => ipcRenderer.send('host', JSON.stringify(message)),
    onMessage: (listener) => {
      messageListeners.add(listener)
      for (const message of early ?? [])
        listener(message)
      early = undefined
      return () => messageListeners.delete(listener)
    },
    onClose: (listener) => {
      closeListeners.add(listener)
      return () => closeListeners.delete(listener)
    },
  }
}
