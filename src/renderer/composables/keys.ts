/** The part of a keyboard event that says which keys were pressed. */
export type PressedKeys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether this is a Mac, where Command takes the place of Ctrl. */
function isMac(platform: string = navigator.platform): boolean {
  return /^(?:mac|darwin|iphone|ipad)/i.test(platform)
}

/** Whether exactly the keys of `combination` (such as `Mod+Shift+K`) were pressed. */
export function keysMatch(combination: string, event: PressedKeys, mac = isMac()): boolean {
  const parts = combination.split('+')
  const key = parts.at(-1) ?? ''
  const wants = (name: string) => parts.slice(0, -1).includes(name)
  return event.ctrlKey === (wants('Ctrl') || (wants('Mod') && !mac))
    && event.metaKey === (wants('Mod') && mac)
    && event.altKey === wants('Alt')
    && event.shiftKey === wants('Shift')
    && isKey(key, event)
}

/** A combination as it is printed on this machine's keys. */
export function keysText(combination: string | undefined, mac = isMac()): string {
  if (combination === undefined)
    return ''
  const shown = combination.replace('ArrowUp', '↑').replace('ArrowDown', '↓')
  if (!mac)
    return shown.replace('Mod', 'Ctrl')
  return shown.replace('Mod', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replace('Ctrl', '⌃').replaceAll('+', '')
}

/** Browsers keep these for themselves, also for an app in a window of its own. */
const keptByBrowsers: readonly string[] = ['Mod+N', 'Mod+W']

/** Those of an action's combinations that reach this shell. */
export function keysThatWork(combinations: readonly string[], isInBrowser = !('parley' in globalThis)): string[] {
  return combinations.filter(keys => !isInBrowser || !keptByBrowsers.includes(keys))
}

/** A combination as `aria-keyshortcuts` writes it. */
export function ariaKeys(combination: string, mac = isMac()): string {
  return combination.replace('Mod', mac ? 'Meta' : 'Control').replace('Ctrl', 'Control')
}

/** A tooltip: what a control does, and its keys. */
export function withKeys(text: string, combination: string | undefined): string {
  return combination === undefined ? text : `${text} (${keysText(combination)})`
}

// With Alt held, `key` is often another character (µ for Alt+M on a Mac); `code` stays the key's place.
function isKey(key: string, event: PressedKeys): boolean {
  return event.key.toUpperCase() === key.toUpperCase() || event.code === `Key${key.toUpperCase()}` || event.code === `Digit${key}`
}
