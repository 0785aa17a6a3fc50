import { pipeline, type Readable } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import { OutboundError } from './outbound-error.ts'

const chunkSize = 65_536

/** Decompresses one layer only. With two layers, a small answer could become huge after the first one, where no limit applies. */
export function decode(body: Readable, encoding: string | null): Readable {
  const decoder = decoderFor(encoding?.trim().toLowerCase() || 'identity')
  return decoder ? pipeline(body, decoder, () => undefined) : body
}

function decoderFor(encoding: string) {
  switch (encoding) {
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ chunkSize, flush: constants.Z_SYNC_FLUSH })
    case 'deflate':
      return createInflate({ chunkSize, flush: constants.Z_SYNC_FLUSH })
    case 'br':
      return createBrotliDecompress({ chunkSize })
    case 'zstd':
      return createZstdDecompress({ chunkSize })
    default:
      throw new OutboundError('network', 'The answer has an unknown content encoding.')
  }
}
