import type { EditorView, OpenOutcome } from '../../shared/contract/methods/fileMethods'
import type { SettingsStore } from '../store/settings/settingsStore'
import type { Environment } from '../system/environment/mergeEnvironment'
import type { Platform } from './platform'
import { HostError } from '../../shared/errors'
import { type EditorSetting, knownEditors } from '../../shared/settings/editors'
import { formatCommandLine } from '../../shared/text/commandLineForDisplay'
import {
  buildEditorCommand,
  type FilePlace,
  findEditor,
  looksLikeLineReference,
  opensProject,
} from '../editors/editorCommand'
import { hasDisplay, revealCommand, startProgram } from '../editors/startProgram'
import { isExecutable } from '../system/commandOnPath'

interface EditorsOptions {
  readonly settings: SettingsStore
  readonly platform: Pick<Platform, 'shell' | 'revealFile'>
  /** Parley's own environment, which indicates whether there is a display. */
  readonly own: Environment
  /** The person's environment, used to find and start editors. */
  readonly environment: Environment
}

/** Opens files in the chosen editor and the file manager. Callers decide which files may be opened. */
export class Editors {
  readonly #options: EditorsOptions
  readonly #hasDisplay: boolean

  constructor(options: EditorsOptions) {
    this.#options = options
    this.#hasDisplay = options.platform.shell === 'desktop' || hasDisplay(options.own, process.platform)
  }

  /** Lists available editors, except programs in `outside`, the agents' folders. */
  view(outside: readonly string[]): EditorView {
    const { environment } = this.#options
    const ids = this.#hasDisplay ? Object.keys(knownEditors).filter(id => findEditor(id, { environment, outside })) : []
    return {
      canOpen: this.#hasDisplay,
      canReveal: this.canReveal,
      found: ids.map(id => ({ id, name: knownEditors[id]!.name })),
      ...this.#setting !== undefined && { chosen: toChosen(this.#setting) },
    }
  }

  /** Whether `reveal` can work. */
  get canReveal(): boolean {
    const run = revealCommand('/', process.platform)
    const hasFileManager = this.#options.platform.revealFile !== undefined
      || (run !== undefined && isExecutable(run.file))
    return this.#hasDisplay && hasFileManager
  }

  /** Chooses an editor; without an id, files open in Parley. */
  choose(id: string | undefined): void {
    if (id !== undefined && !Object.hasOwn(knownEditors, id))
      throw new HostError('invalid_params', 'Parley does not know this editor.')
    this.#options.settings.edit([{ path: ['editor'], value: id }])
  }

  /** Opens the file in the chosen editor, ignoring programs in `outside`. */
  async open(place: FilePlace, outside: readonly string[]): Promise<OpenOutcome> {
    const editor = this.#setting
    if (!this.#hasDisplay)
      return 'no_display'
    if (editor === undefined)
      return 'no_choice'
    if (looksLikeLineReference(place.path)) {
      throw new HostError(
        'unsupported',
        'Its name ends like a line number, so an editor would open another file.',
      )
    }
    if (opensProject(place.path)) {
      throw new HostError(
        'unsupported',
        'An editor would open it as a project, with the tasks and settings it names.',
      )
    }
    const { environment } = this.#options
    const run = buildEditorCommand(editor, place, { environment, outside })
    if (!run) {
      throw new HostError(
        'unsupported',
        `${toChosen(editor).name} was not found outside this thread's folders. Choose another editor.`,
      )
    }
    await startProgram(run, environment)
    return 'opened'
  }

  /** Reveals the file in the file manager. */
  async reveal(path: string): Promise<void> {
    if (!this.#hasDisplay)
      throw new HostError('unsupported', 'There is no display where Parley runs.')
    const { platform, environment } = this.#options
    if (platform.revealFile)
      return platform.revealFile(path)
    const run = revealCommand(path, process.platform)
    if (!run)
      throw new HostError('unsupported', 'The file manager can’t be opened from here.')
    try {
      await startProgram(run, environment)
    }
    catch (error) {
      throw new HostError('unsupported', 'No file manager answered.', { cause: error })
    }
  }

  get #setting(): EditorSetting | undefined {
    return this.#options.settings.settings.editor
  }
}

function toChosen(editor: EditorSetting): NonNullable<EditorView['chosen']> {
  return typeof editor === 'string'
    ? { id: editor, name: knownEditors[editor]?.name ?? editor }
    : { name: formatCommandLine(editor.command, editor.args) }
}
