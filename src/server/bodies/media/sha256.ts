import { webcrypto } from 'node:crypto'

/** The hash in hexadecimal digits. It is computed on another thread, because 20 MB take up to 100 ms. */
export const sha256Of = async (bytes: Buffer<ArrayBuffer>): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
