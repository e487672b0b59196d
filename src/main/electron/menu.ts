import type { AgentListing } from '../../shared/contract/agentListing'
import { Menu, type MenuItemConstructorOptions } from 'electron'

/** Sets the app's native menu. Called again whenever the agents change, because it lists them. */
export function setMenu({ agents, isPackaged, newThread }: {
  agents: readonly AgentListing[]
  isPackaged: boolean
  newThread: (wanted?: { agent: string }) => void
}): void {
  const isMac = process.platform === 'darwin'
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: 'appMenu' } as const] : []),
      {
        label: 'File',
        submenu: [
          { id: 'newThread', label: 'New Thread', accelerator: 'CmdOrCtrl+N', click: () => newThread() },
          {
            id: 'newThreadWith',
            label: 'New Thread With',
            enabled: agents.length > 0,
            submenu: agents.filter(isListed).map(agent => createAgentItem(agent, newThread)),
          },
          { type: 'separator' },
          isMac ? { role: 'close' } : { role: 'quit' },
        ],
      },
      { role: 'editMenu' },
      createViewMenu(isPackaged),
      // On other systems it would add Ctrl+W, which quits Parley and ends all agents if no file is open.
      ...(isMac ? [{ role: 'windowMenu' } as const] : []),
      { role: 'help', submenu: [{ role: 'about' }] },
    ]),
  )
}

/** The catalogue is long, so only startable agents are listed. */
function isListed({ source, state, isHidden }: AgentListing): boolean {
  return source !== 'catalogue' || ((state === 'ready' || state === 'needs sign-in') && !isHidden)
}

/** An agent that is not ready can be chosen too: the form then shows what it needs. */
function createAgentItem(
  agent: AgentListing,
  newThread: (wanted: { agent: string }) => void,
): MenuItemConstructorOptions {
  return {
    label: agent.state === 'ready' ? agent.name : `${agent.name} (${agent.state})`,
    click: () => newThread({ agent: agent.agentId }),
  }
}

/** Reload and the developer tools are for Parley's developers. */
function createViewMenu(isPackaged: boolean): MenuItemConstructorOptions {
  return {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] as const),
    ],
  }
}
