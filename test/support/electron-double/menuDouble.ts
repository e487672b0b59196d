import type Electron from 'electron'
import { doubleOf } from './doubleOf.ts'

type Role = NonNullable<Electron.MenuItemConstructorOptions['role']>

const isMac = process.platform === 'darwin'
/** Accelerators of roles, which a menu registers; those of the edit menu are handled by the page. */
const roleKeys: { readonly [R in Role]?: string } = {
  quit: process.platform === 'win32' ? undefined : 'CommandOrControl+Q',
  close: 'CommandOrControl+W',
  minimize: 'CommandOrControl+M',
  reload: 'CommandOrControl+R',
  toggleDevTools: isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I',
  resetZoom: 'CommandOrControl+0',
  zoomIn: 'CommandOrControl+Plus',
  zoomOut: 'CommandOrControl+-',
  togglefullscreen: isMac ? 'Control+Command+F' : 'F11',
}

/** Default items of a menu with that role. */
const roleMenus: { readonly [R in Role]?: () => Electron.MenuItemConstructorOptions[] } = {
  appMenu: () => withRoles('about', 'services', 'hide', 'hideOthers', 'unhide', 'quit'),
  editMenu: () => withRoles('undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'),
  windowMenu: () => withRoles('minimize', 'zoom', isMac ? 'front' : 'close'),
}

function withRoles(...roles: Role[]): Electron.MenuItemConstructorOptions[] {
  return roles.map(role => ({ role }))
}

/**
 * `Menu` without a screen: tests read it and click its items. To see which menu pops up, a test replaces `popup` on the
 * prototype, as it would on Electron. Roles that Parley's menus use have their items, shortcuts and actions.
 */
export function menuDouble({ focusedWindow, quit }: {
  focusedWindow: () => Electron.BrowserWindow | null
  quit: () => void
}): typeof Electron.Menu {
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
    const { id, role, label, click, enabled = true } = options
    const { submenu = role && roleMenus[role]?.(), accelerator = role && roleKeys[role] } = options
    const { type = submenu ? 'submenu' : 'normal' } = options
    const item: Electron.MenuItem = doubleOf<Electron.MenuItem>('menu item', {
      id: id ?? '',
      role: role as Electron.MenuItem['role'],
      type,
      enabled,
      accelerator, // four roles are missing from the item's type alone
      label: label ?? role ?? '',
      submenu: Array.isArray(submenu) ? buildFromTemplate(submenu) : undefined,
      click: () => {
        const window = focusedWindow()
        if (role === 'quit')
          quit()
        else if (role === 'close')
          window?.close()
        else if (role === 'minimize')
          window?.minimize()
        else if (role === 'reload')
          window?.webContents.reload()
        else
          click?.(item, window ?? undefined, {})
      },
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
