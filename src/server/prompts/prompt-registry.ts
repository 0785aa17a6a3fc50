import { registryOf } from '../registry/index.ts'

export const promptRegistry = registryOf({ name: 'prompt', noun: 'prompt template' })
