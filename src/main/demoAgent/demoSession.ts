import type { SavedHistory } from './history'
import type { Settings } from './sessionOptions'
import { History } from './history'
import { firstSettings } from './sessionOptions'

/** A session as stored on disk. */
export interface SavedSession {
  readonly sessionId: string
  readonly cwd: string
  readonly title?: string
  readonly updatedAt: string
  readonly settings: Settings
  readonly usedTokens: number
  readonly history: SavedHistory
}

/** One conversation: its settings, its history and the person's remembered answers. */
export class DemoSession {
  readonly sessionId: string
  readonly history: History
  /** "Always" and "never" answers by action. They are forgotten when the process exits, as the buttons say. */
  readonly remembered = new Map<string, 'allow' | 'reject'>()
  cwd: string
  title: string | undefined
  settings: Settings
  usedTokens: number

  constructor({ sessionId, cwd, saved }: { sessionId: string, cwd: string, saved?: SavedSession }) {
    this.sessionId = sessionId
    this.cwd = cwd
    this.title = saved?.title
    this.settings = saved?.settings ?? firstSettings
    this.usedTokens = saved?.usedTokens ?? 0
    this.history = new History(saved?.history)
  }

  saved(): SavedSession {
    return {
      sessionId: this.sessionId,
      cwd: this.cwd,
      title: this.title,
      updatedAt: new Date().toISOString(),
      settings: this.settings,
      usedTokens: this.usedTokens,
      history: this.history.saved(),
    }
  }
}
