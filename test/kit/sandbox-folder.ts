import { mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One for all tests on a machine: what is made at first use is not what they are about, and takes 4 s of processor. */
export const sandboxFolder = join(tmpdir(), `galley-test-sandbox-${process.getuid?.() ?? 0}`)

/** Gives an app whose data is in this folder the sandbox's folder of all tests. */
export function shareSandboxFolder(folder: string): void {
  mkdirSync(sandboxFolder, { recursive: true })
  symlinkSync(sandboxFolder, join(folder, 'sandbox'))
}
