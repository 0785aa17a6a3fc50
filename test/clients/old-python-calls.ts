import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RecordingProxy } from './recording-proxy.ts'

/** Runs the prompt methods of promptlayer 0.5.2 with a Python that has it. */
export async function callOldPythonSdk(python: string, proxy: RecordingProxy, key: string): Promise<void> {
  proxy.begin('promptlayer 0.5.2')
  await promisify(execFile)(python, [join(import.meta.dirname, 'old-python-sdk.py')], {
    env: { PATH: process.env['PATH'], URL_API_PROMPTLAYER: proxy.baseUrl, PROMPTLAYER_API_KEY: key },
  })
}
