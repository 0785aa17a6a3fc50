import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/** A PNG of coloured stripes under noise, which does not compress: about 3 bytes a pixel. */
export function pngOf(width: number, height: number): Buffer {
  const noise = randomBytes(width * height * 3)
  const rows = Array.from({ length: height }, (_, y) => {
    const row = noise.subarray(y * width * 3, (y + 1) * width * 3)
    return Buffer.concat([
      Buffer.from([0]),
      row.map((byte, index) => (index % 3 === Math.floor(y / 20) % 3 ? 230 : byte >> 1)),
    ])
  })
  const header = Buffer.from([...bigEndian(width), ...bigEndian(height), 8, 2, 0, 0, 0])
  const parts = [
    part('IHDR', header),
    part('IDAT', deflateSync(Buffer.concat(rows))),
    part('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function part(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  return Buffer.concat([bigEndian(content.length), named, bigEndian(crc32(named))])
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
