import type Electron from 'electron'
import type { FromPreload } from './preloadWorld.ts'

type Key = Extract<FromPreload, { kind: 'key' }>

/** Finds the menu item whose accelerator matches this key press. */
export function acceleratedItem(menu: Electron.Menu | null, key: Key): Electron.MenuItem | undefined {
  for (const item of menu?.items ?? []) {
    if (item.submenu) {
      const inside = acceleratedItem(item.submenu, key)
      if (inside !== undefined)
        return inside
    }
    else if (item.accelerator !== undefined && item.enabled && isPressed(String(item.accelerator), key)) {
      return item
    }
  }
  return undefined
}

function isPressed(accelerator: string, key: Key): boolean {
  const parts = accelerator.toLowerCase().split('+')
  const has = (...names: string[]): boolean => names.some(name => parts.includes(name))
  const isMac = process.platform === 'darwin'
  const either = has('cmdorctrl', 'commandorcontrol')
  return parts.at(-1) === key.key.toLowerCase()
    && key.control === (has('ctrl', 'control') || (either && !isMac))
    && key.meta === (has('cmd', 'command', 'super', 'meta') || (either && isMac))
    && key.alt === has('alt', 'option')
    && key.shift === has('shift')
}
