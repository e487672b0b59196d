import type { PromptCapabilities } from '@agentclientprotocol/sdk'
import { describe, expect, it, vi } from 'vitest'
import { type Attaching, readAttachment } from '../../../src/renderer/components/composer/attachments/attachments'

const all = { image: true, audio: true, embeddedContext: true }
const png = new Uint8Array([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

/** Attaches as on the desktop, which knows paths of files; without a path, as in a browser. */
function attach(file: File, capabilities: PromptCapabilities, { place, roomBytes = 1e9 }: { place?: string, roomBytes?: number } = {}) {
  const keep = vi.fn<Attaching['keep']>(() => Promise.resolve({ uri: 'file:///data/copy' }))
  const lend = (): ReturnType<Attaching['lend']> => Promise.resolve(place === undefined ? undefined : { uri: place, size: file.size })
  return { keep, attached: readAttachment(file, capabilities, { keep, lend, roomBytes }) }
}

it('embeds text as text and a PDF as a blob if the agent supports that, with the file\'s URI if known', async () => {
  const notes = new File(['größe'], 'my notes.md', { type: 'text/markdown' })
  expect(await attach(notes, all, { place: 'file:///home/my%20notes.md' }).attached).toMatchObject({
    content: { type: 'resource', resource: { uri: 'file:///home/my%20notes.md', mimeType: 'text/markdown', text: 'größe' } },
  })
  const { content, lent } = await attach(notes, all).attached
  expect([content, lent]).toEqual([
    { type: 'resource', resource: { uri: 'attachment:///my%20notes.md', mimeType: 'text/markdown', text: 'größe' } },
    undefined,
  ])
  expect((await attach(new File(['%PDF-1.7'], 'a.pdf'), all).attached).content).toEqual({
    type: 'resource',
    resource: { uri: 'attachment:///a.pdf', mimeType: 'application/pdf', blob: 'JVBERi0xLjc=' },
  })
})

describe('an attachment', () => {
  it('gets its type from its bytes, whatever its name', async () => {
    const { attached } = attach(new File([png], 'photo.txt', { type: 'text/plain' }), all, { place: 'file:///home/photo.txt' })
    expect(await attached).toMatchObject({
      lent: 'itself',
      content: { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=', uri: 'file:///home/photo.txt' },
    })
  })

  it('is embedded as text in every encoding that the editor reads', async () => {
    const latin1 = Uint8Array.from('Größe und Länge', letter => letter.charCodeAt(0))
    const utf16 = new Uint8Array(Uint16Array.from('\uFEFFGröße', letter => letter.charCodeAt(0)).buffer)
    for (const [bytes, text] of [[latin1, 'Größe und Länge'], [utf16, 'Größe']] as const) {
      expect((await attach(new File([bytes], 'a.csv'), all).attached).content).toEqual({
        type: 'resource',
        resource: { uri: 'attachment:///a.csv', mimeType: 'text/plain', text },
      })
    }
  })

  it.each([
    ['the agent does not support its type', new File([png], 'a.png', { type: 'image/png' }), {}, {}],
    ['its text is long', new File(['x'.repeat(1_000_001)], 'a.log', { type: 'text/plain' }), all, {}],
    ['it is large', new File([new Uint8Array(8_000_001)], 'a.bin', { type: 'application/x' }), all, {}],
    ['the message is full', new File(['text'], 'a.txt', { type: 'text/plain' }), all, { roomBytes: 3 }],
  ])('is a link if %s: to the file if its path is known, otherwise to a copy', async (_, file, capabilities, more) => {
    const { keep, attached } = attach(file, capabilities, { ...more, place: 'file:///home/a' })
    const link = { type: 'resource_link', name: file.name, size: file.size, mimeType: file.type }
    expect(await attached).toMatchObject({ lent: 'itself', content: { ...link, uri: 'file:///home/a' } })
    expect(keep).not.toHaveBeenCalled()
    expect(await attach(file, capabilities, more).attached)
      .toMatchObject({ lent: 'copy', content: { ...link, uri: 'file:///data/copy' } })
  })

  it('is rejected with a message if it is too large to copy or unreadable', async () => {
    const huge = new File([new Uint8Array(20_000_001)], 'film.mkv')
    await expect(attach(huge, all).attached).rejects.toThrow('“film.mkv” was not attached: it is 20.0 MB, and a copy')
    expect(await attach(huge, all, { place: 'file:///film.mkv' }).attached).toMatchObject({ lent: 'itself' })
    const photo = new File(['\0\0\0\x18ftypheic'], 'IMG_1.heic', { type: 'image/heic' })
    await expect(attach(photo, all).attached).rejects.toThrow('Convert it to JPEG or PNG first.')
    expect(await attach(photo, {}).attached).toMatchObject({ lent: 'copy', content: { mimeType: 'image/heic' } })
    const gone = Object.assign(new File(['x'], 'gone.txt'), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) })
    await expect(attach(gone, all).attached).rejects.toThrow('“gone.txt” was not attached: it cannot be read.')
  })
})
