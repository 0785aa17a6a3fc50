import type { PyodideInterface } from 'pyodide'
import { limits } from './limits.ts'
import { fetchOutside } from './pipe.ts'

interface Devices {
  makedev(major: number, minor: number): number
  registerDevice(device: number, operations: object): void
  mkdev(path: string, device: number): void
  ErrnoError: new (errno: number) => Error
}

const notPermitted = 63
const noSpace = 51

/**
 * Python's network access as a device file: writing sends a request, reading returns its answer (a line of JSON, then
 * the body). It carries only bytes, because a JavaScript function would give Python access to the realm.
 */
export function networkDevice(python: PyodideInterface): { open: boolean } {
  const files = python.FS as unknown as Devices
  const gate = { open: false }
  let request: Buffer[] = []
  let size = 0
  let answer: Uint8Array = new Uint8Array()
  const device = files.makedev(77, 0)
  files.registerDevice(device, {
    open: () => {
      if (!gate.open) throw new files.ErrnoError(notPermitted)
      request = []
      size = 0
      answer = new Uint8Array()
    },
    write: (_stream: unknown, bytes: Uint8Array, offset: number, length: number) => {
      request.push(Buffer.from(bytes.subarray(offset, offset + length)))
      size += length
      if (size > limits.fetchedRequest) throw new files.ErrnoError(noSpace)
      return length
    },
    read: (_stream: unknown, bytes: Uint8Array, offset: number, length: number) => {
      if (request.length > 0) {
        const { head, body } = fetchOutside(Buffer.concat(request).toString())
        request = []
        answer = Buffer.concat([Buffer.from(`${head}\n`), body])
      }
      const part = answer.subarray(0, length)
      bytes.set(part, offset)
      answer = answer.subarray(part.length)
      return part.length
    },
  })
  files.mkdev('/dev/network', device)
  return gate
}
