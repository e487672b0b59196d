import { parseCommandPattern } from './match/matchCommand'

/** Effects of options, to show before a rule allows them. */
const options: readonly { readonly command: RegExp, readonly option: string, readonly lets: string }[] = [
  { command: /^git\b/, option: '--output=src/main.ts', lets: 'overwrites that file' },
  {
    command: /^(?:npm|pnpm|yarn)\b/,
    option: '--node-options=--require=./x.cjs',
    lets: 'runs x.cjs as well, which the agent may have written',
  },
  { command: /^(?:g?make|cmake|ninja)\b/, option: '--eval=\'all:;./x\'', lets: 'runs ./x, whatever the Makefile says' },
  {
    command: /^(?:node|npx tsx)\b/,
    option: '--require=./x.cjs',
    lets: 'runs x.cjs as well, which the agent may have written',
  },
  { command: /pytest|^python/, option: '-p x', lets: 'runs x.py as well, which the agent may have written' },
  {
    command: /^cargo\b/,
    option: '--config=target.x.runner=\'./x\'',
    lets: 'runs ./x, which the agent may have written',
  },
  { command: /^go\b/, option: '-exec=./x', lets: 'runs ./x, which the agent may have written' },
  {
    command: /(?:^|npx )(?:eslint|prettier|vitest|jest|webpack|vite|rollup|babel)\b/,
    option: '--config=x.js',
    lets: 'runs x.js, which the agent may have written',
  },
  { command: /^find\b/, option: '. -delete', lets: 'deletes everything in the folder' },
  { command: /^fd(?:find)?\b/, option: '--exec=./x', lets: 'runs ./x, which the agent may have written' },
  { command: /^rg\b/, option: '--pre=./x', lets: 'runs ./x, which the agent may have written' },
  { command: /^grep\b/, option: '-r .', lets: 'shows everything in the folder, also what was not meant to be read' },
  { command: /^ls\b/, option: '-R', lets: 'lists every folder below' },
  { command: /^cat\b/, option: '-n', lets: 'only numbers the lines' },
  { command: /^(?:sed|gsed)\b/, option: '-i d src/main.ts', lets: 'empties that file' },
  { command: /^sort\b/, option: '--output=src/main.ts a', lets: 'overwrites that file' },
  {
    command: /^(?:tar|bsdtar)\b/,
    option: '--to-command=./x -xf a',
    lets: 'runs ./x, which the agent may have written',
  },
  { command: /^(?:curl|wget)\b/, option: '--output src/main.ts x.org', lets: 'overwrites that file' },
  { command: /^rm\b/, option: '-r src', lets: 'deletes a whole folder' },
]

/** Sample commands that illustrate a rule: some that it matches and some that it doesn't. */
export function sampleCommands(command: string): readonly string[] {
  const pattern = parseCommandPattern(command)
  if (typeof pattern === 'string')
    return []
  const fixed = getFixedWords(command)
  if (!pattern.hasRest)
    return [fixed, addOption(fixed), `${fixed} && npm publish`, `${fixed} > out.txt`]
  if (fixed === '')
    return ['cat /etc/passwd', 'node x.js', 'sudo ls', 'cat .env']
  const plain = `${withVerb(fixed)} src/a.ts`
  return [plain, addOption(
    fixed,
  ), addOutsidePath(fixed), findAlwaysAskedExample(fixed), `${plain} && npm publish`, `${plain} > out.txt`]
}

/** The words of a pattern before the star. */
export function getFixedWords(command: string): string {
  return command.trim().replace(/\s*\*$/, '')
}

/** Finds a known option to show for a command. */
export function parseOption(fixed: string): { readonly option: string, readonly lets: string } | undefined {
  return options.find(({ command }) => command.test(fixed))
}

/** The command with an option. */
export function addOption(fixed: string): string {
  return `${withVerb(fixed)} ${parseOption(fixed)?.option ?? '-v'}`
}

/** The command with a path outside the folder, in a form that git accepts. */
export function addOutsidePath(fixed: string): string {
  if (fixed === 'git')
    return 'git diff --no-index /etc/passwd x'
  return /^git (?!diff\b)/.test(fixed) ? `${fixed} ../other` : `${fixed} /etc/passwd`
}

/** An example of the command that always needs permission. */
export function findAlwaysAskedExample(fixed: string): string {
  if (/^git(?: push)?$/.test(fixed))
    return 'git push --force'
  return /^(?:npm|pnpm|yarn|cargo)$/.test(fixed) ? `${fixed} publish` : `${fixed} .env`
}

/** Adds a subcommand to `git`. */
function withVerb(fixed: string): string {
  return fixed === 'git' ? 'git log' : fixed
}
