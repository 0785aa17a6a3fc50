import type { Plugin } from 'vite'

/** Modules whose exports are constants made from the engine, which would bring its libraries or its data into the browser. */
const computed = ['columns/config-fields.ts', 'requests/filter/field-names.ts'].map(
  (file) => new URL(`../src/web/${file}`, import.meta.url).pathname,
)

/** Replaces each of these modules by the values of its exports. */
export function moduleValues(): Plugin {
  return {
    name: 'galley:module-values',
    load: async (id) =>
      computed.includes(id)
        ? Object.entries(await import(id))
            .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
            .join('\n')
        : undefined,
  }
}
