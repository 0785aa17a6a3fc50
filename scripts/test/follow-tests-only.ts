import hooks from 'node:async_hooks'
import { isMainThread } from 'node:worker_threads'

const { createHook } = hooks

/**
 * The test runner follows every promise and socket of the process to tell which test an error belongs to that nobody
 * caught, which is a fifth of all processor time where the server under test is in the same process. It follows its own
 * tests alone when this is imported before it; such an error is printed and fails the file.
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
