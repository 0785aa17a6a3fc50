import type { Handler } from '../http/handler.ts'

export const readSandbox: Handler<'readSandbox'> = async ({ sandbox, config }) => {
  const { level, details } = await sandbox.level()
  const isWalled = level === 'bubblewrap' || level === 'namespaces'
  return {
    success: true,
    sandbox: {
      level,
      details,
      is_walled: isWalled,
      is_strict: config.strictSandbox,
      can_run: isWalled || !config.strictSandbox,
    },
  }
}
