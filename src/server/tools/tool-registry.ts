import { registryOf } from '../registry/index.ts'

export const toolRegistry = registryOf({ name: 'tool', noun: 'tool' })
