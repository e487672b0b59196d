import { z } from 'zod'

/**
 * As `"editor"` in `settings.json`, a program that the table below does not know; arguments may hold `{path}`,
 * `{line}`, `{column}`.
 */
export const ownEditorSchema = z.looseObject({
  command: z.string().trim().min(1).max(10_000),
  args: z.array(z.string().max(10_000)).max(100).default([]),
})
/** A program of the person's own. */
type OwnEditor = z.infer<typeof ownEditorSchema>
/** The id of a known editor, or one of the person's own. */
export type EditorSetting = string | OwnEditor

/** Where a program is and what it takes: all that Parley knows of an editor. */
interface KnownEditor {
  readonly name: string
  /** Its names on PATH; on Windows with `.exe`, as scripts there need a shell. */
  readonly programs: readonly string[]
  /** Where else it lies, by Node's name of the platform; `~` is the home folder, `%NAME%` a variable. */
  readonly places?: Readonly<Partial<Record<string, readonly string[]>>>
  /** What opens a file. */
  readonly args: readonly string[]
  /** What opens it at a line. */
  readonly argsAt: readonly string[]
  /** It draws in a terminal; one of `terminalPrograms` holds it. */
  readonly isInTerminal?: true
}

const likeCode = { args: ['{path}'], argsAt: ['--goto', '{path}:{line}:{column}'] } as const
const likeZed = { args: ['{path}'], argsAt: ['{path}:{line}:{column}'] } as const

/** Editors in the order in which they are offered. */
export const knownEditors: Readonly<Record<string, KnownEditor>> = {
  vscode: {
    name: 'VS Code',
    programs: ['code', 'com.visualstudio.code'],
    places: {
      linux: ['/usr/share/code/bin/code', '/snap/bin/code', '/var/lib/flatpak/exports/bin/com.visualstudio.code'],
      darwin: ['/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code'],
      win32: ['%LOCALAPPDATA%\\Programs\\Microsoft VS Code\\Code.exe', '%ProgramFiles%\\Microsoft VS Code\\Code.exe'],
    },
    ...likeCode,
  },
  vscodium: {
    name: 'VSCodium',
    programs: ['codium', 'com.vscodium.codium'],
    places: {
      linux: ['/snap/bin/codium', '/var/lib/flatpak/exports/bin/com.vscodium.codium'],
      darwin: ['/Applications/VSCodium.app/Contents/Resources/app/bin/codium'],
      win32: ['%LOCALAPPDATA%\\Programs\\VSCodium\\VSCodium.exe', '%ProgramFiles%\\VSCodium\\VSCodium.exe'],
    },
    ...likeCode,
  },
  cursor: {
    name: 'Cursor',
    programs: ['cursor'],
    places: {
      linux: ['/usr/share/cursor/bin/cursor', '/opt/Cursor/cursor'],
      darwin: ['/Applications/Cursor.app/Contents/Resources/app/bin/cursor'],
      win32: ['%LOCALAPPDATA%\\Programs\\cursor\\Cursor.exe'],
    },
    ...likeCode,
  },
  windsurf: {
    name: 'Windsurf',
    programs: ['windsurf'],
    places: { darwin: ['/Applications/Windsurf.app/Contents/Resources/app/bin/windsurf'] },
    ...likeCode,
  },
  zed: {
    name: 'Zed',
    programs: ['zed', 'zeditor', 'zedit', 'dev.zed.Zed'],
    places: {
      linux: ['~/.local/bin/zed', '/var/lib/flatpak/exports/bin/dev.zed.Zed'],
      darwin: ['/usr/local/bin/zed', '/Applications/Zed.app/Contents/MacOS/cli'],
      win32: ['%LOCALAPPDATA%\\Programs\\Zed\\bin\\zed.exe'],
    },
    ...likeZed,
  },
  idea: jetBrains('IntelliJ IDEA', 'idea', ['intellij-idea-ultimate', 'intellij-idea-community']),
  webstorm: jetBrains('WebStorm', 'webstorm'),
  pycharm: jetBrains('PyCharm', 'pycharm', ['pycharm-professional', 'pycharm-community']),
  goland: jetBrains('GoLand', 'goland'),
  phpstorm: jetBrains('PhpStorm', 'phpstorm'),
  rubymine: jetBrains('RubyMine', 'rubymine'),
  rustrover: jetBrains('RustRover', 'rustrover'),
  clion: jetBrains('CLion', 'clion'),
  rider: jetBrains('Rider', 'rider'),
  sublime: {
    name: 'Sublime Text',
    programs: ['subl', 'sublime_text'],
    places: {
      linux: ['/opt/sublime_text/sublime_text', '/snap/bin/subl'],
      darwin: ['/Applications/Sublime Text.app/Contents/SharedSupport/bin/subl'],
      win32: ['%ProgramFiles%\\Sublime Text\\subl.exe'],
    },
    ...likeZed,
  },
  neovim: {
    name: 'Neovim',
    programs: ['nvim'],
    places: {
      linux: ['/snap/bin/nvim', '/opt/nvim/bin/nvim'],
      darwin: ['/opt/homebrew/bin/nvim', '/usr/local/bin/nvim'],
      win32: ['%ProgramFiles%\\Neovim\\bin\\nvim.exe'],
    },
    args: ['--', '{path}'],
    argsAt: ['+call cursor({line},{column})', '--', '{path}'],
    isInTerminal: true,
  },
}

/**
 * Terminals that run a program given as words, with no shell between; the person's own choice (Debian's) first. None
 * for Windows: a console program has a window of its own there, and Windows Terminal takes a `;` in a path for the end
 * of a command.
 */
export const terminalPrograms: readonly { readonly program: string, readonly args: readonly string[] }[] = [
  { program: 'x-terminal-emulator', args: ['-e'] },
  { program: 'ghostty', args: ['-e'] },
  { program: 'kitty', args: [] },
  { program: 'alacritty', args: ['-e'] },
  { program: 'wezterm', args: ['start', '--'] },
  { program: 'foot', args: [] },
  { program: 'ptyxis', args: ['--'] },
  { program: 'gnome-terminal', args: ['--'] },
  { program: 'konsole', args: ['-e'] },
  { program: 'xfce4-terminal', args: ['-x'] },
  { program: 'xterm', args: ['-e'] },
]

function jetBrains(name: string, program: string, older: readonly string[] = []): KnownEditor {
  return {
    name,
    programs: [program, `${program}64`, `${program}.sh`, ...older],
    places: {
      linux: [`~/.local/share/JetBrains/Toolbox/scripts/${program}`, ...older.map(snap => `/snap/bin/${snap}`), `/snap/bin/${program}`],
      darwin: [
        `~/Library/Application Support/JetBrains/Toolbox/scripts/${program}`,
        `/Applications/${name}.app/Contents/MacOS/${program}`,
      ],
    },
    args: ['{path}'],
    argsAt: ['--line', '{line}', '--column', '{column}', '{path}'],
  }
}
