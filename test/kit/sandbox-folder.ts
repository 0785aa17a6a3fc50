import { mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * The folder of sandboxes that all tests of a machine share. Building the runners takes 4 s of processor time
 * and is not under test.
 */
export const sandboxFolder = join(tmpdir(), `galley-test-sandbox-${process.getuid?.() ?? 0}`)

/** Gives an app with this data folder the shared folder of sandboxes. */
export function shareSandboxFolder(folder: string): void {
  mkdirSync(sandboxFolder, { recursive: true })
  symlinkSync(sandboxFolder, join(folder, 'sandbox'))
}
