/** The languages that agents use most, by Shiki's names. */
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

/** A language with highlighting. */
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

/** Finds a language by the name of a code block or a file extension. */
export function findLanguage(name: string): Language | undefined {
  const lower = name.toLowerCase()
  return aliases.get(lower) ?? languages.find(language => language === lower)
}
