import type Electron from 'electron'
import { doubleOf } from './doubleOf.ts'

/**
 * `Menu` without a screen: tests read it and click its items. A test that wants to know which one pops up puts its own `popup` on the
 * prototype, as it would on Electron. Roles have no effect here; their items can be found.
 */
export function menuDouble(focusedWindow: () => Electron.BrowserWindow | null): typeof Electron.Menu {
  let applicationMenu: Electron.Menu | null = null

  const prototype: Pick<Electron.Menu, 'popup'> = { popup: () => undefined }
  return Object.assign(doubleOf<typeof Electron.Menu>('Menu', {
    buildFromTemplate,
    setApplicationMenu: menu => void (applicationMenu = menu),
    getApplicationMenu: () => applicationMenu,
  }), { prototype })

  function buildFromTemplate(template: readonly (Electron.MenuItemConstructorOptions | Electron.MenuItem)[]): Electron.Menu {
    const items = template.map(options => menuItem(options as Electron.MenuItemConstructorOptions)) // made items are not used
    const menu: Electron.Menu = doubleOf<Electron.Menu>('menu', {
      items,
      getMenuItemById: id => itemById(items, id),
      popup: options => prototype.popup.call(menu, options),
    })
    return menu
  }

  function menuItem(options: Electron.MenuItemConstructorOptions): Electron.MenuItem {
    const { id, role, label, accelerator, click, submenu, enabled = true, type = submenu ? 'submenu' : 'normal' } = options
    const item: Electron.MenuItem = doubleOf<Electron.MenuItem>('menu item', {
      id: id ?? '',
      role: role as Electron.MenuItem['role'],
      type,
      enabled,
      accelerator, // four roles are missing from the item's type alone
      label: label ?? role ?? '',
      submenu: Array.isArray(submenu) ? buildFromTemplate(submenu) : undefined,
      click: () => click?.(item, focusedWindow() ?? undefined, {}),
    })
    return item
  }
}

function itemById(items: readonly Electron.MenuItem[], id: string): Electron.MenuItem | null {
  for (const item of items) {
    const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
    if (found)
      return found
  }
  return null
}
