import { app, BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import { errorMessage } from '../../shared/errors'
import { reportToStderr } from '../shell/shellHost'

/** Longer than any agent takes to exit. After that, the system ends remaining processes. */
const disposeTimeoutMs = 8_000
const questions = {
  agent: { message: 'An agent is at work. Quit Parley?', detail: 'Its turn ends. What it has done so far is kept.' },
  terminal: { message: 'A command is running in a terminal. Quit Parley?', detail: 'The command is stopped.' },
} as const
const choices: Omit<MessageBoxOptions, 'message'> = {
  type: 'question',
  buttons: ['Quit', 'Cancel'],
  defaultId: 1,
  cancelId: 1,
}
const quitIt = 0

/** The state of quitting. */
export interface Quitting {
  /** Whether everything is being disposed, so that nothing new may start. */
  readonly isDisposing: boolean
  /** Whether a window may close now, which quits Parley except on macOS. If not, a dialog asks the person. */
  mayClose(): boolean
  /** Quits Parley without asking. */
  end(): void
}

/**
 * Quits Parley in order. If the person quits while an agent or their own command is running, asks first, but not after
 * signals and errors. Call it once the app is ready: Electron then replaces earlier handlers by its own, with which a
 * second signal kills it. One function, because all handlers share the progress of quitting.
 */
export function quitInOrder({ work, unpublish, dispose }: {
  /** What quitting would interrupt. */
  work: () => 'agent' | 'terminal' | undefined
  /** Called immediately, even if everything else fails: later starts then wait for this process to exit. */
  unpublish: () => void
  /** Ends all agents and stores everything. */
  dispose: () => Promise<void>
}): Quitting {
  let [isSure, isAsking, isQuitting, isDisposing] = [false, false, false, false]
  let fault: unknown

  app.on('before-quit', (event) => {
    isQuitting = mayQuit()
    if (isQuitting)
      unpublish()
    else
      event.preventDefault()
  })
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (isDisposing)
      return
    isDisposing = true
    const timeout = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`still busy after ${disposeTimeoutMs} ms`)), disposeTimeoutMs),
    )
    Promise.race([dispose(), timeout]).then(() => leave(0), (error: unknown) => {
      process.stderr.write(`Parley did not end cleanly: ${errorMessage(error)}\n`)
      leave(1)
    })
  })
  app.on('quit', unpublish)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, end)
  process.on('uncaughtException', (error) => {
    reportToStderr(error)
    fault ??= error
    end()
  })

  return {
    get isDisposing() {
      return isDisposing
    },
    mayClose: () => process.platform === 'darwin' || isQuitting || mayQuit(),
    end,
  }

  function end(): void {
    isSure = true
    app.quit()
  }

  /** Whether Parley may quit. If not, asks the person. */
  function mayQuit(): boolean {
    const interrupted = isSure ? undefined : work() // once disposal has begun, the database can no longer be queried
    if (interrupted === undefined)
      return true
    if (!isAsking)
      ask(interrupted).catch(reportToStderr)
    isAsking = true
    return false
  }

  async function ask(interrupted: keyof typeof questions): Promise<void> {
    const question = { ...choices, ...questions[interrupted] }
    const window = BrowserWindow.getAllWindows()[0]
    const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
    isAsking = false
    if (response === quitIt)
      end()
  }

  function leave(exitCode: number): void {
    if (fault === undefined)
      return app.exit(exitCode)
    const words = 'An error left it in an unknown state. Your threads are kept.'
    dialog.showErrorBox('Parley had to end', `${words}\n\n${errorMessage(fault)}`)
    app.exit(1)
  }
}
