import hooks from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

const { createHook } = hooks

/**
 * The test runner tracks every promise and socket of the process to find the test of an uncaught error, which takes a fifth
 * of all processor time with the server in the same process. If this is imported first, it tracks its own tests only; an
 * uncaught error is printed and fails the file.
 */
if (isMainThread) {
  hooks.createHook = ({ init }) =>
    createHook({
      init(id, type, ...rest) {
        if (type === 'Test') init!(id, type, ...rest)
      },
      trackPromises: false,
    })
  await import('node:test')
  hooks.createHook = createHook
  process.on('uncaughtExceptionMonitor', print)
  process.on('unhandledRejection', print)
}

function print(error: unknown) {
  console.error(error)
}
