// Puts hostile text into every field of an agent that is shown. BEACON is an address that must never be requested.
import { initialized, textOf, Wire } from './wire.ts'

const beacon = process.env.BEACON ?? 'https://beacon.invalid/x'
const run = `document.documentElement.dataset.ran='yes';alert(1);fetch('${beacon}')`

const payloads = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<img src="${beacon}">`,
  `<svg onload="${run}"><use href="${beacon}#x"/></svg>`,
  `<svg><script href="${beacon}"></script><foreignObject><iframe src="${beacon}"></iframe></foreignObject></svg>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<iframe src="javascript:${run}"></iframe>`,
  `<object data="${beacon}"></object><embed src="${beacon}">`,
  `<link rel=stylesheet href="${beacon}"><link rel=prefetch href="${beacon}">`,
  `<style>@import '${beacon}'; body { background: url(${beacon}) }</style>`,
  `<div style="background: url(${beacon}); position: fixed; inset: 0">over everything</div>`,
  `<meta http-equiv=refresh content="0;url=${beacon}">`,
  `<base href="${beacon}">`,
  `<form action="${beacon}"><button autofocus onfocus="${run}">go</button></form>`,
  `<video src="${beacon}" poster="${beacon}" autoplay onloadstart="${run}"></video>`,
  `<details open ontoggle="${run}">x</details>`,
  `<a href="javascript:${run}">link a</a>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  `<template><script>${run}</script></template>`,
  `<x onpointerenter="${run}" onfocus="${run}" tabindex=0 id=a>#</x>`,
  `![picture](${beacon})`,
  `![picture][r]\n\n[r]: ${beacon}`,
  `[link b](javascript:${run.replaceAll(/[()]/g, encodeURIComponent)})`,
  '[link c](JaVaScRiPt&colon;alert%281%29)',
  '[link d](data:text/html,<script>alert(1)</script>)',
  '[link e](file:///etc/passwd)',
  '[link f](https://user:password@beacon.invalid/)',
  '[link g]("onmouseover="alert(1)")',
  '<javascript:alert(1)>',
  `\`\`\`"><img src=x onerror=${run}>\ncode\n\`\`\``,
  `\`\`\`html\n</code></pre><img src=x onerror="${run}">\n\`\`\``,
  `| <img src=x onerror="${run}"> | b |\n|---|---|\n| [link h](javascript:1) | ![](${beacon}) |`,
  `{{ constructor.constructor("${run}")() }}`,
  `\u202E\u2066gnp.exe\u0000\u001B]52;c;eA==\u0007 turned around`,
]
const image = `<img src=x onerror="${run}"> {{ 7 * 7 }}`

new Wire(wire => ({
  'initialize': initialized(image),
  'session/new': ({ cwd }) => ({
    sessionId: `hostile-${process.pid}`,
    modes: { currentModeId: 'm', availableModes: [{ id: 'm', name: image, description: image }] },
    _meta: { cwd },
  }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const update = (fields: Record<string, unknown>) => wire.update(sessionId, fields)
    update({ sessionUpdate: 'session_info_update', title: image })
    update({
      sessionUpdate: 'available_commands_update',
      availableCommands: payloads.slice(0, 5).map((name, index) => ({ name: `${index}${name}`, description: name, input: { hint: name } })),
    })
    update({ sessionUpdate: 'plan', entries: payloads.map(content => ({ content, priority: 'high', status: 'in_progress' })) })
    for (const [index, text] of payloads.entries()) {
      update({ sessionUpdate: 'agent_thought_chunk', messageId: `t${index}`, content: { type: 'text', text } })
      // In pieces, so that every half of it is rendered, too.
      for (let start = 0; start < text.length; start += 40) {
        update({
          sessionUpdate: 'agent_message_chunk',
          messageId: `m${index}`,
          content: { type: 'text', text: text.slice(start, start + 40) },
        })
      }
      update({
        sessionUpdate: 'tool_call',
        toolCallId: `c${index}`,
        title: text,
        kind: index % 2 === 0 ? 'edit' : text,
        status: 'completed',
        locations: [{ path: `/${text}`, line: 1 }],
        content: [
          { type: 'diff', path: `/${text}`, oldText: text, newText: `${text}\n${text}` },
          { type: 'content', content: { type: 'text', text } },
        ],
        rawInput: { [text]: text },
      })
    }
    for (const content of [
      { type: 'resource_link', name: image, title: image, uri: `javascript:${run}` },
      { type: 'resource_link', name: 'beacon', uri: beacon },
      { type: 'resource', resource: { uri: beacon, mimeType: 'text/html', text: payloads.join('\n') } },
      {
        type: 'image',
        mimeType: 'image/svg+xml',
        data: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><image href="${beacon}"/></svg>`).toString('base64'),
        uri: beacon,
      },
      { type: 'audio', mimeType: `audio/x" onerror="${run}`, data: 'AAAA' },
      { type: image },
    ])
      update({ sessionUpdate: 'agent_message_chunk', messageId: 'content', content })
    const chosen = await wire.askPermission(
      sessionId,
      { toolCallId: 'asked', title: image, kind: 'execute', rawInput: { command: image, url: `javascript:${run}`, [image]: payloads } },
      [
        ['a', image.slice(0, 90), 'allow_once'],
        ['r', 'No', 'reject_once'],
      ],
    )
    wire.say(sessionId, `You said ${textOf(params)} and chose ${chosen}.`)
    return { stopReason: 'end_turn', _meta: { [image]: image } }
  },
}))
