import { z } from 'zod'
import { answer, endpointsOf } from '../kit/index.ts'

const define = endpointsOf({ tags: ['workflow', 'sdk'] })

/**
 * A channel of one run, with the run's id or a name that the client chose, or a channel of the operations of a sheet.
 */
export const channelPattern =
  /^(?:workflow_updates:(?<run>[1-9]\d{0,14})|workflows:(?<workflow>[1-9]\d{0,14}):run:(?<suffix>[\w-]{1,64})|smart_sheets:smart_sheet#(?<sheet>[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}))$/

export const requestWebsocketToken = define({
  id: 'requestWebsocketToken',
  post: '/ws-token-request-library',
  summary: 'Create a token for the websocket that reports on runs and operations',
  description:
    'Connect to `/connection/websocket` with the Centrifugo protocol (JSON) and subscribe to the ' +
    'channel: `workflow_updates:{execution id}`, or `workflows:{workflow id}:run:{suffix}` with the ' +
    'suffix that the run is then started with. `smart_sheets:smart_sheet#{sheet id}` reports the ' +
    'progress of the operations of a sheet.',
  role: 'viewer',
  audited: false,
  query: z.object({ capability: z.string().regex(channelPattern, 'must be a channel of a run or a sheet') }),
  success: {
    201: answer('WebsocketTokenResponse', {
      token_details: z.object({
        token: z.string(),
        /** Milliseconds since 1970. */
        expires: z.int(),
        issued: z.int(),
        /** JSON: the channels, each with its permitted actions. */
        capability: z.string(),
        clientId: z.string(),
      }),
      messaging_backend: z.literal('centrifugo'),
    }),
  },
  example: { query: { capability: 'workflow_updates:1' } },
})
