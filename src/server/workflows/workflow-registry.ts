import { registryOf } from '../registry/index.ts'

export const workflowRegistry = registryOf({ name: 'workflow', noun: 'workflow' })
