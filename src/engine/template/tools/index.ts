/** Tool definitions as function tools, and references to registry tools replaced. */

export { asTool, functionToolOf } from './definition.ts'
export { registryTools, resolveRegistryTools } from './registry.ts'
