import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of an archive, with false metadata if a test needs them. */
export interface ZipEntry {
  readonly name: string
  readonly data?: string | Buffer
  /** The Unix mode; by default a plain file. */
  readonly mode?: number
  readonly flags?: number
  readonly method?: 'store' | 'deflate' | number
  readonly declaredSize?: number
  readonly checksum?: number
}

/** A zip archive, byte by byte, because libraries cannot write invalid archives. */
export function zipOf(entries: readonly ZipEntry[], declaredCount = entries.length): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, central } = headers(entry, offset)
    locals.push(local)
    directory.push(central)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(declaredCount, 8)
  end.writeUInt16LE(declaredCount, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

const methods: Readonly<Record<string, number>> = { store: 0, deflate: 8 }

function headers(entry: ZipEntry, offset: number) {
  const name = Buffer.from(entry.name)
  const data = Buffer.from(entry.data ?? '')
  const method = typeof entry.method === 'number' ? entry.method : methods[entry.method ?? 'store']!
  const packed = method === 8 ? deflateRawSync(data) : data
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(0x800 | (entry.flags ?? 0), 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt32LE(entry.checksum ?? crc32(data), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(entry.declaredSize ?? data.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed])
  const attributesAndOffset = Buffer.alloc(14)
  attributesAndOffset.writeUInt32LE((((entry.mode ?? 0o100644) << 16) >>> 0) as number, 6)
  attributesAndOffset.writeUInt32LE(offset, 10)
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0003'),
    common,
    attributesAndOffset,
    name,
  ])
  return { local, central }
}
