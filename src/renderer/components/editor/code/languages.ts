import type { Extension } from '@codemirror/state'
import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { pathParts } from '../../../text/paths'
import { resumable } from './resumable'

/** Files that are written in a language that their ending does not say. */
const alike: readonly (readonly [name: RegExp, language: string])[] = [
  [/^(?:\.babelrc|\.prettierrc|\.eslintrc|.+\.(?:jsonc|json5|webmanifest|code-workspace))$/, 'JSON'],
  [/^(?:\.bashrc|\.profile|\.zshrc|\.env(?:\..+)?|.+\.(?:zsh|fish))$/, 'Shell'],
  [/^(?:Makefile|.+\.mk)$/, 'Shell'],
  [/^(?:Cargo\.lock|Pipfile|uv\.lock|poetry\.lock)$/, 'TOML'],
  [/^.+\.(?:mts|cts)$/, 'TypeScript'],
]

/** A language that a file is written in. */
export interface FileLanguage {
  readonly name: string
  /** Loads what colours and indents it. */
  load(): Promise<Extension>
}

/** The language of a file, by its name. */
export function findLanguage(path: string): FileLanguage | undefined {
  const name = pathParts(path).at(-1) ?? ''
  const known = alike.find(([pattern]) => pattern.test(name))
  const found = known
    ? LanguageDescription.matchLanguageName(languages, known[1])
    : LanguageDescription.matchFilename(languages, name)
  return found ? { name: found.name, load: async () => resumable(await found.load()) } : undefined
}
