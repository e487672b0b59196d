import { z } from 'zod'

/**
 * The `"editor"` setting for a program that the table below does not list; arguments may contain `{path}`, `{line}`,
 * `{column}`.
 */
export const customEditorSchema = z.looseObject({
  command: z.string().trim().min(1).max(10_000),
  args: z.array(z.string().max(10_000)).max(100).default([]),
})
/** A custom editor command. */
type CustomEditor = z.infer<typeof customEditorSchema>
/** The id of a known editor, or a custom command. */
export type EditorSetting = string | CustomEditor

/** How to find and run a known editor. */
interface KnownEditor {
  readonly name: string
  /** Executable names on PATH; with `.exe` on Windows, because scripts need a shell there. */
  readonly programs: readonly string[]
  /** Other locations by `process.platform`; `~` is the home folder, `%NAME%` an environment variable. */
  readonly places?: Readonly<Partial<Record<string, readonly string[]>>>
  /** Arguments that open a file. */
  readonly args: readonly string[]
  /** Arguments that open a file at a line. */
  readonly argsAt: readonly string[]
  /** Set if the editor runs in a terminal, which one of `terminalPrograms` provides. */
  readonly isInTerminal?: true
}

const codeArguments = { args: ['{path}'], argsAt: ['--goto', '{path}:{line}:{column}'] } as const
const zedArguments = { args: ['{path}'], argsAt: ['{path}:{line}:{column}'] } as const

/** Known editors, in the order offered. */
export const knownEditors: Readonly<Record<string, KnownEditor>> = {
  vscode: {
    name: 'VS Code',
    programs: ['code', 'com.visualstudio.code'],
    places: {
      linux: ['/usr/share/code/bin/code', '/snap/bin/code', '/var/lib/flatpak/exports/bin/com.visualstudio.code'],
      darwin: ['/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code'],
      win32: ['%LOCALAPPDATA%\\Programs\\Microsoft VS Code\\Code.exe', '%ProgramFiles%\\Microsoft VS Code\\Code.exe'],
    },
    ...codeArguments,
  },
  vscodium: {
    name: 'VSCodium',
    programs: ['codium', 'com.vscodium.codium'],
    places: {
      linux: ['/snap/bin/codium', '/var/lib/flatpak/exports/bin/com.vscodium.codium'],
      darwin: ['/Applications/VSCodium.app/Contents/Resources/app/bin/codium'],
      win32: ['%LOCALAPPDATA%\\Programs\\VSCodium\\VSCodium.exe', '%ProgramFiles%\\VSCodium\\VSCodium.exe'],
    },
    ...codeArguments,
  },
  cursor: {
    name: 'Cursor',
    programs: ['cursor'],
    places: {
      linux: ['/usr/share/cursor/bin/cursor', '/opt/Cursor/cursor'],
      darwin: ['/Applications/Cursor.app/Contents/Resources/app/bin/cursor'],
      win32: ['%LOCALAPPDATA%\\Programs\\cursor\\Cursor.exe'],
    },
    ...codeArguments,
  },
  windsurf: {
    name: 'Windsurf',
    programs: ['windsurf'],
    places: { darwin: ['/Applications/Windsurf.app/Contents/Resources/app/bin/windsurf'] },
    ...codeArguments,
  },
  zed: {
    name: 'Zed',
    programs: ['zed', 'zeditor', 'zedit', 'dev.zed.Zed'],
    places: {
      linux: ['~/.local/bin/zed', '/var/lib/flatpak/exports/bin/dev.zed.Zed'],
      darwin: ['/usr/local/bin/zed', '/Applications/Zed.app/Contents/MacOS/cli'],
      win32: ['%LOCALAPPDATA%\\Programs\\Zed\\bin\\zed.exe'],
    },
    ...zedArguments,
  },
  idea: createJetBrainsEditor('IntelliJ IDEA', 'idea', ['intellij-idea-ultimate', 'intellij-idea-community']),
  webstorm: createJetBrainsEditor('WebStorm', 'webstorm'),
  pycharm: createJetBrainsEditor('PyCharm', 'pycharm', ['pycharm-professional', 'pycharm-community']),
  goland: createJetBrainsEditor('GoLand', 'goland'),
  phpstorm: createJetBrainsEditor('PhpStorm', 'phpstorm'),
  rubymine: createJetBrainsEditor('RubyMine', 'rubymine'),
  rustrover: createJetBrainsEditor('RustRover', 'rustrover'),
  clion: createJetBrainsEditor('CLion', 'clion'),
  rider: createJetBrainsEditor('Rider', 'rider'),
  sublime: {
    name: 'Sublime Text',
    programs: ['subl', 'sublime_text'],
    places: {
      linux: ['/opt/sublime_text/sublime_text', '/snap/bin/subl'],
      darwin: ['/Applications/Sublime Text.app/Contents/SharedSupport/bin/subl'],
      win32: ['%ProgramFiles%\\Sublime Text\\subl.exe'],
    },
    ...zedArguments,
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
 * Terminal emulators that run a program given as separate arguments, without a shell. Debian's `x-terminal-emulator`,
 * the person's own choice, is first. None on Windows: console programs open their own window there, and Windows
 * Terminal treats a `;` in a path as a command separator.
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

function createJetBrainsEditor(name: string, program: string, older: readonly string[] = []): KnownEditor {
  return {
    name,
    programs: [program, `${program}64`, `${program}.sh`, ...older],
    places: {
      linux: [
        `~/.local/share/JetBrains/Toolbox/scripts/${program}`,
        ...older.map(snap => `/snap/bin/${snap}`),
        `/snap/bin/${program}`,
      ],
      darwin: [
        `~/Library/Application Support/JetBrains/Toolbox/scripts/${program}`,
        `/Applications/${name}.app/Contents/MacOS/${program}`,
      ],
    },
    args: ['{path}'],
    argsAt: ['--line', '{line}', '--column', '{column}', '{path}'],
  }
}
