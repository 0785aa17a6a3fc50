export { asTool, functionToolOf } from './definition.ts'
export { registryTools, resolveRegistryTools } from './registry.ts'
