// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { parseColours } from '../../../../src/renderer/components/content/formatted/ansiColours'
import { detectShape } from '../../../../src/renderer/components/content/formatted/detectShape'
import FormattedText from '../../../../src/renderer/components/content/formatted/FormattedText.vue'
import { isSmall, summarizeJson } from '../../../../src/renderer/components/content/formatted/jsonSummary'

describe('a tool\'s output', () => {
  it('is detected as JSON, a table or text, with commas as a table only from a CSV file', () => {
    const table = { kind: 'table', rows: [['a', 'b'], ['1', '2']] }
    expect(detectShape(' {"a": [1]} ')).toEqual({ kind: 'json', value: { a: [1] } })
    expect(detectShape('a\tb\n1\t2\n')).toEqual(table)
    expect(detectShape('a,b\n1,2', '/data/x.csv')).toEqual(table)
    expect(detectShape('a,b\n"x, ""y""",2', 'cat x.csv')).toEqual({ kind: 'table', rows: [['a', 'b'], ['x, "y"', '2']] })
    for (const text of ['', '12', '"text"', '{not json}', '{"a": 1', 'a,b\n1,2', '\tif a\n\treturn b', 'a\tb', 'a\tb\n1', 'a\ta\n1\t2'])
      expect(detectShape(text)).toEqual({ kind: 'text' })
  })

  it('is read out as a table with headers and cells', () => {
    const wrapper = mount(FormattedText, { props: { text: 'a\tb\n1\t2\n' } })
    const listTexts = (role: string): string[] => wrapper.findAll(`[role=table] [role=${role}]`).map(element => element.text())
    expect([listTexts('columnheader'), listTexts('cell')]).toEqual([['a', 'b'], ['1', '2']])
  })

  it('unfolds JSON value by value, with short values on one line', async () => {
    const value = { name: 'Parley', tags: ['a', 'b'], more: Array.from({ length: 40 }, (_, index) => `number ${index}`) }
    const wrapper = mount(FormattedText, { props: { text: JSON.stringify(value) } })
    expect(wrapper.text()).toContain('name: "Parley"')
    expect(wrapper.text()).toContain('tags: ["a", "b"]')
    expect(wrapper.text()).toContain('40 items')
    expect(wrapper.text()).not.toContain('number 39')
    const inner = wrapper.findAll('details')[1]!
    inner.element.open = true
    await inner.trigger('toggle')
    expect(wrapper.text()).toContain('39: "number 39"')
  })

  it('shows JSON that fits on a screen completely unfolded', () => {
    const value = [{ query: 'printf first; echo second, and some more of it', result: 'first-42', success: true }]
    expect(mount(FormattedText, { props: { text: JSON.stringify(value) } }).text()).toContain('first-42')
    expect(isSmall([1, [2, { three: 3 }]], 5)).toBe(true)
    expect(isSmall([1, [2, { three: 3 }]], 4)).toBe(false)
    expect(isSmall(JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`), 30)).toBe(false)
  })

  it('summarizes a deep or wide value from its beginning only', () => {
    expect(summarizeJson(JSON.parse(`${'['.repeat(5_000)}1${']'.repeat(5_000)}`))).toEqual({ text: `${'['.repeat(60)}…`, isWhole: false })
    const wide = new Proxy(Array.from({ length: 1_000 }, () => 1), {
      get: (target, key) => {
        if (Number(key) > 100)
          throw new Error('looked too far')
        return Reflect.get(target, key) as unknown
      },
    })
    expect(summarizeJson(wide).isWhole).toBe(false)
  })

  it('keeps the palette\'s colours, and no other terminal sequences', () => {
    const [bold, red, onGreen, own, off] = ['[1', ';31m', '[42m', '[38;2;1;2;3m', '[0m'].map(code => code.replace('[', '\u001B['))
    expect(parseColours(`a ${bold}${red}red${off} ${onGreen}on green${off}\u001B]0;title\u0007 ${own}own${off}\u001B[2J.`)).toEqual([
      { text: 'a ' },
      { text: 'red', ink: 'red', isBold: true },
      { text: ' ' },
      { text: 'on green', ground: 'green' },
      { text: ' ' },
      { text: 'own' },
      { text: '.' },
    ])
    expect(parseColours('10 %\r\u001B[92m100 %\u001B[0m\r\ndone')).toEqual([{ text: '100 %', ink: 'bright-green' }, { text: '\ndone' }])
    expect(parseColours(`old${'\r'.repeat(200_000)}new`), 'at once').toEqual([{ text: 'new' }])
  })
})
