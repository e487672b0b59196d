import { execFileSync } from 'node:child_process'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** An entry of an archive, harmless or malicious. */
export interface ArchiveEntry {
  readonly name: string
  readonly content?: string
  readonly mode?: number
  readonly link?: string
  readonly kind?: 'file' | 'folder' | 'link' | 'hard link' | 'fifo'
}

const tarTypes = { 'file': '0', 'hard link': '1', 'link': '2', 'folder': '5', 'fifo': '6' }

export function createTar(entries: readonly ArchiveEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = '', mode = 0o644, link = '', kind = 'file' }) => {
    const body = Buffer.from(content)
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100)
    header.write('0000000\0', 108)
    header.write('0000000\0', 116)
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('00000000000\0', 136)
    header.write('        ', 148)
    header.write(tarTypes[kind], 156)
    header.write(link, 157)
    header.write('ustar\x0000', 257)
    header.write(`${header.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148)
    return [header, body, Buffer.alloc((512 - body.length % 512) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

export function createTarGz(entries: readonly ArchiveEntry[]): Buffer {
  return gzipSync(createTar(entries))
}

export function createTarBz2(entries: readonly ArchiveEntry[]): Buffer {
  return execFileSync('bzip2', ['-c'], { input: createTar(entries) })
}

export function createZip(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content = '', mode = 0o644, link, kind = 'file' } of entries) {
    const body = Buffer.from(kind === 'link' ? link ?? '' : content)
    const packed = deflateRawSync(body)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(body), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((kind === 'link' ? 0o120777 : 0o100000 | mode) << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), common, rest, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
