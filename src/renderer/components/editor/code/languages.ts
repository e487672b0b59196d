import type { Extension } from '@codemirror/state'
import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { listPathNames } from '../../../text/paths'
import { makeResumable } from './resumable'

/** File names whose extension does not tell the language. */
const languagesByName: readonly (readonly [name: RegExp, language: string])[] = [
  [/^(?:\.babelrc|\.prettierrc|\.eslintrc|.+\.(?:jsonc|json5|webmanifest|code-workspace))$/, 'JSON'],
  [/^(?:\.bashrc|\.profile|\.zshrc|\.env(?:\..+)?|.+\.(?:zsh|fish))$/, 'Shell'],
  [/^(?:Makefile|.+\.mk)$/, 'Shell'],
  [/^(?:Cargo\.lock|Pipfile|uv\.lock|poetry\.lock)$/, 'TOML'],
  [/^.+\.(?:mts|cts)$/, 'TypeScript'],
]

/** A programming language. */
export interface FileLanguage {
  readonly name: string
  /** Loads its highlighting and indentation. */
  load(): Promise<Extension>
}

/** Finds the language for a file name. */
export function findLanguage(path: string): FileLanguage | undefined {
  const name = listPathNames(path).at(-1) ?? ''
  const known = languagesByName.find(([pattern]) => pattern.test(name))
  const found = known
    ? LanguageDescription.matchLanguageName(languages, known[1])
    : LanguageDescription.matchFilename(languages, name)
  return found ? { name: found.name, load: async () => makeResumable(await found.load()) } : undefined
}
