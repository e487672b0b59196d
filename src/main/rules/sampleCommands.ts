import { commandPattern } from './matchCommand'

/** What an option of a command lets happen, to show before a rule allows it. */
const options: readonly { readonly command: RegExp, readonly option: string, readonly lets: string }[] = [
  { command: /^git\b/, option: '--output=src/main.ts', lets: 'overwrites that file' },
  {
    command: /^(?:npm|pnpm|yarn)\b/,
    option: '--node-options=--require=./x.cjs',
    lets: 'runs x.cjs as well, which the agent may have written',
  },
  { command: /^(?:g?make|cmake|ninja)\b/, option: '--eval=\'all:;./x\'', lets: 'runs ./x, whatever the Makefile says' },
  { command: /^(?:node|npx tsx)\b/, option: '--require=./x.cjs', lets: 'runs x.cjs as well, which the agent may have written' },
  { command: /pytest|^python/, option: '-p x', lets: 'runs x.py as well, which the agent may have written' },
  { command: /^cargo\b/, option: '--config=target.x.runner=\'./x\'', lets: 'runs ./x, which the agent may have written' },
  { command: /^go\b/, option: '-exec=./x', lets: 'runs ./x, which the agent may have written' },
  {
    command: /(?:^|npx )(?:eslint|prettier|vitest|jest|webpack|vite|rollup|babel)\b/,
    option: '--config=x.js',
    lets: 'runs x.js, which the agent may have written',
  },
  { command: /^find\b/, option: '. -delete', lets: 'deletes everything in the folder' },
  { command: /^fd(?:find)?\b/, option: '--exec=./x', lets: 'runs ./x, which the agent may have written' },
  { command: /^rg\b/, option: '--pre=./x', lets: 'runs ./x, which the agent may have written' },
  { command: /^(?:grep|ls)\b/, option: '-r .', lets: 'shows everything in the folder, also what was not meant to be read' },
  { command: /^(?:sed|gsed)\b/, option: '-i d src/main.ts', lets: 'empties that file' },
  { command: /^sort\b/, option: '--output=src/main.ts a', lets: 'overwrites that file' },
  { command: /^(?:tar|bsdtar)\b/, option: '--to-command=./x -xf a', lets: 'runs ./x, which the agent may have written' },
  { command: /^(?:curl|wget)\b/, option: '--output src/main.ts x.org', lets: 'overwrites that file' },
  { command: /^rm\b/, option: '-r src', lets: 'deletes a whole folder' },
]

/** Command lines by which a person sees what a rule is about: its own words, then words that the star stands for and others. */
export function sampleCommands(command: string): readonly string[] {
  const pattern = commandPattern(command)
  if (typeof pattern === 'string')
    return []
  const fixed = command.trim().replace(/\s*\*$/, '')
  if (!pattern.hasRest)
    return [fixed, `${fixed} ${optionOf(fixed)?.option ?? '--force'}`, `${fixed} && npm publish`]
  return fixed === ''
    ? ['cat /etc/passwd', 'node x.js', 'sudo ls']
    : [`${fixed} src/a.ts`, `${fixed} ${optionOf(fixed)?.option ?? '--force'}`, `${fixed} /etc/passwd`]
}

/** The option to show for a command, where one is known. */
export function optionOf(fixed: string): { readonly option: string, readonly lets: string } | undefined {
  return options.find(({ command }) => command.test(fixed))
}
