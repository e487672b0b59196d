import { expect, it } from 'vitest'
import { splitPlan } from '../../../../src/renderer/components/planReview/planBlocks'

const listSources = (plan: string) => splitPlan(plan).map(({ line, depth, source }) => `${line}/${depth} ${source}`)

it('headings, paragraphs, steps and code blocks of a plan are separate parts', () => {
  const list = '1. Read\n   slowly\n   - the client\n   - its test\n2. Change'
  const plan = `# Retry\n\nWhy it\nmatters.\n\n${list}\n\n\`\`\`ts\nretry()\n\nagain()\n\`\`\`\n\n> Careful\n`
  expect(listSources(plan)).toEqual([
    '0/0 # Retry',
    '2/0 Why it\nmatters.',
    '5/0 1. Read\n   slowly',
    '7/1 - the client',
    '8/1 - its test',
    '9/0 2. Change',
    '11/0 ```ts\nretry()\n\nagain()\n```',
    '17/0 > Careful',
  ])
})

it('no line of a plan is omitted, whatever its syntax', () => {
  const plan = [
    'Title',
    '===',
    '[a]: https://example.com',
    '',
    '<!-- unseen -->',
    '- - - one',
    '- a',
    '',
    '  text of a',
    '',
    '      code of a',
    '  1. b',
    '     > quoted',
    '     > - c',
    '',
    '  after b',
    '* * *',
    '| a | b |',
    '|---|---|',
    '| 1 | 2 |',
    '',
    '    indented',
    '``` open',
    'to the end',
  ].join('\n')
  const shown = splitPlan(plan).flatMap(({ source }) => source.split('\n')).map(line => line.trim())
  expect(shown.filter(line => line !== '')).toEqual(plan.split('\n').map(line => line.trim()).filter(line => line !== ''))
  const lines = splitPlan(plan).map(({ line }) => line)
  expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b))
})

it('text that Markdown would hide is shown as source', () => {
  const detectExact = (plan: string) => splitPlan(plan).map(({ isExact }) => isExact)
  expect(detectExact('See [the docs](https://evil.example).')).toEqual([true])
  expect(detectExact('See [the docs] [a].\n\n[a]: https://evil.example "title"')).toEqual([true, true])
  expect(detectExact('<https://evil.example>')).toEqual([true])
  expect(detectExact('&#8203;&amp;')).toEqual([true])
  expect(detectExact('```sh rm -rf\nls\n```')).toEqual([true])
  expect(detectExact('$\\phantom{rm -rf}$\n\n\\(x\\)')).toEqual([true, true])
  expect(detectExact('Plain *words*, `code()` and a < b && c.\n\n- [ ] task\n\n```ts\nfoo[0](1)\n```'))
    .toEqual([false, false, true])
  expect(splitPlan('a\u202Eb')[0]!.source).toBe('a⟨U+202E⟩b')
})
