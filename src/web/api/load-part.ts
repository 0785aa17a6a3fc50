import { Unreachable } from './api-error.ts'

/**
 * A part of the app that is loaded when it is needed. A new version of the server has parts under other names, which is
 * another error than that nobody answers.
 */
export async function loadPart<Part>(importer: () => Promise<Part>): Promise<Part> {
  try {
    return await importer()
  } catch (error) {
    if (await isAnswering()) throw error
    throw new Unreachable()
  }
}

const isAnswering = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
