/** The languages agents write most, as Shiki calls their grammars. */
const languages = [
  'typescript',
  'tsx',
  'javascript',
  'json',
  'html',
  'css',
  'vue',
  'python',
  'rust',
  'go',
  'java',
  'yaml',
  'shellscript',
  'sql',
  'diff',
] as const

/** A language whose code is coloured. */
export type Language = typeof languages[number]

const aliases: ReadonlyMap<string, Language> = new Map<string, Language>([
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['jsx', 'tsx'],
  ['jsonc', 'json'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['golang', 'go'],
  ['yml', 'yaml'],
  ['sh', 'shellscript'],
  ['bash', 'shellscript'],
  ['shell', 'shellscript'],
  ['zsh', 'shellscript'],
  ['patch', 'diff'],
])

/** The language that a code block or a file's extension names; `undefined` for one that is not coloured. */
export function findLanguage(name: string): Language | undefined {
  const lower = name.toLowerCase()
  return aliases.get(lower) ?? languages.find(language => language === lower)
}
