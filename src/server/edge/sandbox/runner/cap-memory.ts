import { type MemoryDescriptor, pageBytes, webAssembly } from './web-assembly.ts'

const memorySection = 5

/**
 * Adds a maximum to the memory that a WebAssembly module declares. Both engines declare their own memory, so a limit on
 * `WebAssembly.Memory` alone would not apply to them.
 */
export function capMemory(module: Uint8Array, maximumBytes: number): Uint8Array<ArrayBuffer> {
  const maximum = Math.floor(maximumBytes / pageBytes)
  for (let offset = 8; offset < module.length; ) {
    const id = module[offset]!
    const size = readNumber(module, offset + 1)
    const end = size.next + size.value
    if (id !== memorySection) {
      offset = end
      continue
    }
    const count = readNumber(module, size.next)
    const flags = readNumber(module, count.next)
    const minimum = readNumber(module, flags.next)
    if (count.value !== 1 || flags.value > 1 || minimum.value > maximum) break
    const body = [1, 1, ...writeNumber(minimum.value), ...writeNumber(maximum)]
    const section = [memorySection, ...writeNumber(body.length), ...body]
    const capped = new Uint8Array(offset + section.length + module.length - end)
    capped.set(module.subarray(0, offset))
    capped.set(section, offset)
    capped.set(module.subarray(end), offset + section.length)
    return capped
  }
  throw new Error('The WebAssembly module does not declare exactly one memory within the limit.')
}

/** Limits all ways to create WebAssembly memory in this process. */
export function capAllMemory(maximumBytes: number): void {
  const maximum = Math.floor(maximumBytes / pageBytes)
  const Memory = webAssembly.Memory
  webAssembly.Memory = class extends Memory {
    constructor(descriptor: MemoryDescriptor) {
      super({ ...descriptor, maximum: Math.min(descriptor.maximum ?? maximum, maximum) })
    }
  }
  delete webAssembly.instantiateStreaming
  delete webAssembly.compileStreaming
}

function readNumber(bytes: Uint8Array, offset: number): { value: number; next: number } {
  let value = 0
  for (let shift = 0, next = offset; ; shift += 7) {
    const byte = bytes[next++]!
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { value, next }
  }
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(Math.floor(value / 128))]
}
