import { startHelper } from './helpers.ts'

/** What the bare server answers to one request. */
export interface Constant {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly text: string
  /** The body is written to the end of this file, and flushed, before it is answered. */
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
