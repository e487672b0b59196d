/** About 500 characters of typical agent output. */
const passage = `## What I found

The parser keeps **every line** in memory, see \`src/parser.ts\` and [its notes](https://example.org/notes). Two things follow:

- it is slow for long files, as *each* edit copies them;
- it is simple, so that a change is easy.

| file | lines |
|---|---:|
| parser.ts | 320 |
| lexer.ts | 120 |

\`\`\`ts
export function parse(text: string): Line[] {
  return text.split('\\n').map((line, index) => ({ line, index }))
}
\`\`\`

`

/** An answer of that length. */
export function markdownAnswer(characters: number): string {
  return passage.repeat(Math.ceil(characters / passage.length)).slice(0, characters)
}
