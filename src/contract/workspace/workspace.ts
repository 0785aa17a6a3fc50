import { z } from 'zod'
import { maxFields } from '../../engine/limits.ts'
import {
  answer,
  boundedRecord,
  cleanText,
  endpointsOf,
  named,
  namedErrors,
  strictNamed,
} from '../kit/index.ts'

const define = endpointsOf({ tags: ['workspace'], errors: namedErrors })
const path = '/api/public/v2/workspace'

const ChosenModel = strictNamed('ChosenModel', {
  provider: cleanText.min(1).max(64),
  name: cleanText.min(1).max(255),
  parameters: boundedRecord(z.unknown(), maxFields).default({}),
})
export type ChosenModel = z.output<typeof ChosenModel>

const settings = {
  sandbox_network: z.boolean(),
  evaluator_model: ChosenModel.nullable(),
  embedding_model: ChosenModel.nullable(),
}

const Workspace = named('Workspace', { id: z.int(), name: z.string(), settings: z.object(settings) })

const OneWorkspace = answer('WorkspaceResponse', { workspace: Workspace })

export const readWorkspace = define({
  id: 'read_workspace',
  get: path,
  summary: 'Read the workspace of the key, with its settings',
  success: { 200: OneWorkspace },
  example: {},
})

export const updateWorkspace = define({
  id: 'update_workspace',
  patch: path,
  summary: 'Change the name and the settings of the workspace',
  description:
    '`sandbox_network` lets the code of tools and cells `fetch` from public addresses (and from those ' +
    'the operator allows); it is off by default. `evaluator_model` is used by judges and extractions, ' +
    "`embedding_model` for similarity; null uses the server's default.",
  role: 'admin',
  body: z.strictObject({
    name: cleanText.trim().min(1).max(255).optional(),
    settings: z.strictObject(settings).partial().default({}),
  }),
  success: { 200: OneWorkspace },
  example: { body: { settings: { sandbox_network: true } } },
})
