import { type ChildProcess, spawn } from 'node:child_process'
import type { TestApp } from '../kit/app.ts'

/**
 * Starts `npm run web` in front of the app, in a process of its own, because Vite cannot run with the app's
 * frozen prototypes.
 */
export async function startDevelopmentServer({
  baseUrl,
}: TestApp): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const vite = spawn('vite', ['--host', '127.0.0.1', '--port', '5180', '--clearScreen', 'false'], {
    env: { ...process.env, GALLEY_PORT: new URL(baseUrl).port, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await originOf(vite)
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        vite.on('exit', () => resolve())
        vite.kill()
      }),
  }
}

/** The address that Vite prints once it listens. */
const originOf = (vite: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    vite.stdout!.on('data', (chunk: Buffer) => {
      output += chunk
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (origin) resolve(origin[0])
    })
    vite.on('exit', () => reject(new Error(`Vite ended: ${output}`)))
  })
