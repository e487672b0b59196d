import { worldBridge } from './worldBridge.ts'

/** Runs in the page's world before its scripts: puts the preload's API onto `window`, frozen as in Electron. */
export function pageWorldSource(tag: string): string {
  return `(${pageWorld})(${worldBridge}, ${JSON.stringify(tag)})`
}

function pageWorld(bridgeOf: typeof worldBridge, tag: string): void {
  if (window !== window.top)
    return
  const bridge = bridgeOf(tag, 'page')
  const freeze = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null)
      Object.values(Object.freeze(value)).forEach(freeze)
    return value
  }
  bridge.listen((message, unpack) => {
    if (message.kind === 'expose' && !Object.hasOwn(window, message.key)) {
      Object.defineProperty(window, message.key, {
        value: freeze(unpack(message.value)),
        writable: false,
        configurable: false,
        enumerable: true,
      })
    }
  })
  // Electron returns null if its handler denies; Chromium would open the window.
  window.open = (url = '') => {
    bridge.tell({ kind: 'open', url: new URL(url, location.href).href })
    return null
  }
  // Either world may be ready first.
  bridge.tell({ kind: 'hello' })
}
