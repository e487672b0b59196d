import { deflateSync } from 'node:zlib'

/** A PNG with a sky, a sun and a hill, drawn here so that no image file has to be shipped. */
export function drawImage(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => colourAt(x / width, y / height)).flat()]))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // eight bits per colour; red, green, blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colourAt(x: number, y: number): [number, number, number] {
  if (y > 0.75 - 0.2 * Math.sin(x * Math.PI))
    return [70, 140 - Math.round(40 * y), 80]
  if ((x - 0.75) ** 2 * 2.56 + (y - 0.25) ** 2 < 0.015)
    return [255, 215, 80]
  return [120 + Math.round(80 * y), 180 + Math.round(40 * y), 240]
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(checksum(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** PNG's CRC-32, which Node has built in only since version 22. */
function checksum(bytes: Buffer): number {
  let crc = 0xFFFFFFFF
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++)
      crc = (crc >>> 1) ^ (crc & 1 ? 0xEDB88320 : 0)
  }
  return (crc ^ 0xFFFFFFFF) >>> 0
}
