import { startHelper } from './helpers.ts'

/** The answer of the bare server to one route. */
export interface Constant {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly text: string
  /** A file to which the server appends the body, and which it flushes before the answer. */
  readonly file?: string
}

export interface BareServer {
  readonly url: string
  readonly pid: number
  stop(): void
}

export async function startBareServer(constants: readonly Constant[]): Promise<BareServer> {
  const helper = startHelper<readonly Constant[], number>('bare-process.ts')
  const port = await helper.ask(constants)
  return { url: `http://127.0.0.1:${port}`, pid: helper.pid, stop: () => helper.stop() }
}
