import { Unreachable } from './api-error.ts'

/**
 * Loads a part of the app on demand. A missing part means that the server has a new version, which is a different
 * error than an unreachable server.
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

/** True if the browser could not load a part of the app, in the words of Chromium, Firefox and Safari. */
export const isMissingPart = ({ message }: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(message)
