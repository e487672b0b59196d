import { describe, expect, it } from 'vitest'
import { createTitle, deriveTitle } from '../../../src/main/threads/threadTitle'

describe('the title of a thread', () => {
  it.each([
    ['Fix the login', 'Fix the login'],
    ['Fix the login.', 'Fix the login'],
    ['\n\n  Fix   the login\nand more below', 'Fix the login'],
    ['Add a health check to the API, and test it', 'Add a health check to the API'],
    ['Rename the field; then run the tests', 'Rename the field'],
    ['What does parse() do? It looks odd.', 'What does parse() do'],
    ['Hello, please look at the build', 'Hello, please look at the build'],
    ['Bump to 1.2.3 in package.json', 'Bump to 1.2.3 in package.json'],
    ['One thing - nothing else', 'One thing'],
    ['# Fix the login', 'Fix the login'],
    ['```ts\nconst a = 1\n```', 'const a = 1'],
    ['**Bold** and `code` and *both*', 'Bold and code and both'],
    ['> 1. - [ ] Read [the docs](https://example.org)', 'Read the docs'],
    ['---\nname: x\n', 'name: x'],
    ['Rename snake_case_name to camelCase', 'Rename snake_case_name to camelCase'],
    ['Why is 2 * 3 * 4 not 24?', 'Why is 2 * 3 * 4 not 24?'],
    ['#fix-42 is open', '#fix-42 is open'],
    ['修复登录页面的错误。然后运行测试', '修复登录页面的错误'],
    [`Find ${'a word '.repeat(20)}`, `Find ${'a word '.repeat(10)}a…`],
    [`${'x'.repeat(120)} y`, `${'x'.repeat(79)}…`],
    [`Look at ${'x'.repeat(120)}`, `Look at ${'x'.repeat(71)}…`],
  ])('for the prompt %j is %j', (prompt, title) => {
    expect(createTitle(prompt)).toBe(title)
  })

  it('comes from the prompt\'s text, and is “Attachment” if there is none', () => {
    const link = { type: 'resource_link' as const, uri: 'file:///a', name: 'a' }
    expect(deriveTitle([link, { type: 'text', text: 'Read this' }])).toBe('Read this')
    expect(deriveTitle([link])).toBe('Attachment')
    expect(createTitle(' \n ')).toBeUndefined()
  })

  it('never splits a surrogate pair', () => {
    expect(createTitle('😀'.repeat(120))).toBe(`${'😀'.repeat(79)}…`)
  })
})
