import { valueText } from './valueText.ts'
import { worldBridge } from './worldBridge.ts'

/** Name of the isolated world, and of the binding in it through which the preload reaches the main process. */
export const preloadWorldName = 'Electron Isolated Context'
export const bindingName = '__electronDoubleSend'

/** Messages from the preload's world to the main process. */
export type FromPreload
  = | { kind: 'send', channel: string, parameters: unknown[] }
    | { kind: 'open', url: string }
    | { kind: 'key', key: string, control: boolean, meta: boolean, alt: boolean, shift: boolean }

/** The app's preload script with the globals of a sandboxed one. */
export function preloadWorldSource({ tag, script, file }: { tag: string, script: string, file: string }): string {
  return `if (window === window.top) {
  const { require, process } = (${preloadWorld})(${worldBridge}, ${valueText}, ${JSON.stringify({ tag, bindingName })});
  ((require, process, exports, module, __filename) => {${script}
  })(require, process, {}, { exports: {} }, ${JSON.stringify(file)})
}`
}

function preloadWorld(
  bridgeOf: typeof worldBridge,
  textOf: typeof valueText,
  names: { tag: string, bindingName: string },
): { require: (id: string) => unknown, process: object } {
  const bridge = bridgeOf(names.tag, 'preload')
  const text = textOf()
  const world = globalThis as unknown as Record<string, unknown> // the double's own globals in this world
  const sendText = world[names.bindingName] as (text: string) => void // made by Runtime.addBinding
  const send = (message: FromPreload): void => sendText(text.write(message))
  const listeners = new Map<string, Set<(...parameters: unknown[]) => void>>()
  const exposed: { kind: 'expose', key: string, value: unknown }[] = []

  bridge.listen((message) => {
    if (message.kind === 'hello')
      exposed.forEach(bridge.tell)
    else if (message.kind === 'open')
      send(message)
  })
  const openFromLink = (event: MouseEvent): void => {
    const link = event.composedPath().find(node => node instanceof HTMLAnchorElement)
    if (link === undefined || event.defaultPrevented || !(link.target === '_blank' || event.ctrlKey || event.metaKey || event.button === 1))
      return
    event.preventDefault()
    send({ kind: 'open', url: link.href })
  }
  window.addEventListener('click', openFromLink)
  window.addEventListener('auxclick', openFromLink)
  world.__electronDoubleReceive = (packed: string): void => {
    const { channel, parameters } = text.read(packed) as { channel: string, parameters: unknown[] } // written by the window's `send`
    for (const listener of [...(listeners.get(channel) ?? [])])
      listener({ sender: ipcRenderer, ports: [] }, ...parameters)
  }
  // Keys that the page doesn't handle go to the window's own views. On Linux and Windows these focus the menu bar when
  // Alt is released, if they saw no other key since it was pressed; they don't see keys handled by the page.
  let isAltAlone = false
  let isInMenuBar = false
  const seeKey = (event: KeyboardEvent): void => {
    const { type, key, ctrlKey: control, metaKey: meta, altKey: alt, shiftKey: shift } = event
    if (key === 'Alt' && type === 'keyup')
      isInMenuBar ||= isAltAlone
    isAltAlone = key === 'Alt' && type === 'keydown'
    if (type === 'keydown' && (control || meta || alt || /^F\d+$/.test(key)))
      send({ kind: 'key', key, control, meta, alt, shift })
  }
  for (const type of ['keydown', 'keyup'] as const) {
    window.addEventListener(type, (event) => {
      if (isInMenuBar) {
        isInMenuBar = event.key !== 'Escape'
        event.preventDefault()
        return event.stopImmediatePropagation()
      }
      setTimeout(() => event.defaultPrevented || seeKey(event))
    }, true)
  }
  window.addEventListener('pointerdown', () => isInMenuBar = false, true)

  // Scripts cannot read the path of a file, and DevTools report it too late, so tests announce it before they drop or
  // pick a file.
  const places = new Map<string, string>()
  const placeOf = ({ name, size }: { name: string, size: number }): string => `${size} ${name}`
  window.addEventListener('electron-double:file', (event) => {
    const file = (event as CustomEvent<{ name: string, size: number, path: string }>).detail // test/e2e/app/files.ts makes these
    places.set(placeOf(file), file.path)
  })

  const refusing = <T extends object>(name: string, parts: T): T =>
    new Proxy(parts, {
      get: (of, key) => {
        if (key in of || typeof key === 'symbol' || key === 'then')
          return Reflect.get(of, key)
        throw new Error(`electron-double: ${name}.${key} is not done by the double`)
      },
    })
  const ipcRenderer = refusing('ipcRenderer', {
    send: (channel: string, ...parameters: unknown[]) => send({ kind: 'send', channel, parameters }),
    on: (channel: string, listener: (...parameters: unknown[]) => void) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      return ipcRenderer
    },
  }) as { send: unknown, on: unknown }
  const contextBridge = refusing('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => {
      const message = { kind: 'expose', key, value: bridge.pack(api) } as const
      exposed.push(message)
      bridge.tell(message)
    },
  })
  const webUtils = refusing('webUtils', { getPathForFile: (file: File) => places.get(placeOf(file)) ?? '' })
  const electron = refusing('electron', { ipcRenderer, contextBridge, webUtils })
  return {
    require: (id) => {
      if (id === 'electron' || id === 'electron/renderer')
        return electron
      throw new Error(`module not found: ${id}`) // a sandboxed preload has no other modules
    },
    process: { type: 'renderer', sandboxed: true, contextIsolated: true, env: {} },
  }
}
