import { z } from 'zod'
import { defineEndpoint, standardErrors } from './kit/index.ts'

/**
 * Where a client waits: for the end of a run, named by the run or by the client before it starts one, or for what
 * becomes of the operations of a sheet.
 */
export const channelPattern =
  /^(?:workflow_updates:(?<run>[1-9]\d{0,14})|workflows:(?<workflow>[1-9]\d{0,14}):run:(?<suffix>[\w-]{1,64})|smart_sheets:smart_sheet#(?<sheet>[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}))$/

export const requestWebsocketToken = defineEndpoint({
  id: 'requestWebsocketToken',
  method: 'post',
  path: '/ws-token-request-library',
  summary: 'A token for the websocket on which runs and operations are told of',
  description:
    'Connect to `/connection/websocket` with the Centrifugo protocol (JSON) and subscribe to the channel: ' +
    '`workflow_updates:{execution id}`, or `workflows:{workflow id}:run:{suffix}` with the suffix that the run is ' +
    'then started with. `smart_sheets:smart_sheet#{sheet id}` tells how far the operations of a sheet are.',
  tags: ['workflow', 'sdk'],
  auth: 'header',
  role: 'viewer',
  audited: false,
  query: z.object({ capability: z.string().regex(channelPattern, 'is no channel of a run or a sheet') }),
  success: {
    201: z
      .object({
        success: z.literal(true),
        token_details: z.object({
          token: z.string(),
          /** Milliseconds since 1970. */
          expires: z.int(),
          issued: z.int(),
          /** JSON: channels with what may be done in each. */
          capability: z.string(),
          clientId: z.string(),
        }),
        messaging_backend: z.literal('centrifugo'),
      })
      .meta({ id: 'WebsocketTokenResponse' }),
  },
  errors: standardErrors,
  example: { query: { capability: 'workflow_updates:1' } },
})
