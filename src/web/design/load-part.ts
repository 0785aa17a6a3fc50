const pause = 1_000

/**
 * Loads a part of the app on demand. While the server cannot be reached it waits, because React never loads a part again
 * whose first load failed. It fails if the server answers but has no such part, as after an upgrade.
 */
export async function loadPart<Part>(importer: () => Promise<Part>): Promise<Part> {
  for (;;)
    try {
      return await importer()
    } catch {
      if (await isAnswering()) return importer()
      await new Promise((resolve) => setTimeout(resolve, pause))
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
