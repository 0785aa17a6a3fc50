/** The part of WebAssembly that runners use; TypeScript has its types only with the DOM. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module'
}

interface WasmNamespace {
  Memory: new (descriptor: MemoryDescriptor) => object
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<WasmModule>
  instantiate(source: unknown, imports?: unknown): Promise<unknown>
  instantiateStreaming?: unknown
  compileStreaming?: unknown
}

export interface MemoryDescriptor {
  readonly initial: number
  readonly maximum?: number
  readonly shared?: boolean
}

export const webAssembly = (globalThis as unknown as { WebAssembly: WasmNamespace }).WebAssembly
export const pageBytes = 65_536
