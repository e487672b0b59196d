import { app, BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import { errorMessage } from '../../shared/errors'
import { reportToStderr } from '../shell/shellHost'

/** Longer than any agent takes to end; what still hangs is then left to the system. */
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

/** The app's end. */
export interface Quitting {
  /** Everything is being ended: nothing new may begin. */
  readonly isDisposing: boolean
  /** Whether a window may close now, which ends Parley but on a Mac. Where not, the person is being asked. */
  mayClose(): boolean
  /** Ends Parley, and asks no one. */
  end(): void
}

/**
 * Ends Parley in order: a person who quits while an agent or a command of theirs works is asked first, signals and
 * faults are not. Called once the app is ready: Electron replaces earlier handlers by its own, which let a second
 * signal kill it. One function: all its handlers share how far the end has come.
 */
export function quitInOrder({ work, unpublish, dispose }: {
  /** What quitting would interrupt. */
  work: () => 'agent' | 'terminal' | undefined
  /** Done at once, also where nothing else can be: later starts wait for this process's end from here on. */
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

  /** Asks the person where not. */
  function mayQuit(): boolean {
    const interrupted = isSure ? undefined : work() // once it is ending, nothing can be asked of the database any more
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
