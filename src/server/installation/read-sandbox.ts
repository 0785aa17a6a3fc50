import type { Handler } from '../http/handler.ts'

export const readSandbox: Handler<'readSandbox'> = async ({ sandbox, config }) => {
  const { level, isWalled, details } = await sandbox.level()
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
