import { z } from 'zod'
import { answer, cleanText, endpointsOf, named } from '../kit/index.ts'
import { publicApiPath } from './fields.ts'

const define = endpointsOf({ tags: ['people'] })

const Check = named('SignInProviderCheck', {
  name: z.enum(['settings', 'discovery', 'issuer', 'endpoints', 'keys', 'address', 'client', 'redirect']),
  /** `unknown`: only a sign-in shows whether the setting is right. */
  outcome: z.enum(['passed', 'failed', 'unknown']),
  message: z.string(),
})

export const testSignInProvider = define({
  id: 'test_sign_in_provider',
  post: `${publicApiPath}/sign-in-provider/test`,
  summary: 'Test the identity provider of this server without signing in',
  description:
    'Reads its discovery document and its keys, compares issuer and endpoints, asks its token endpoint with a made-up ' +
    'code whether it accepts client ID and secret, and its sign-in page whether it accepts the redirect address. Stops at ' +
    'the first failure that makes later checks pointless. `problem` is the first failed check, or null. `opened_at` is ' +
    'the origin that the browser shows; it must be the one that this server uses in the redirect address.',
  role: 'admin',
  audited: false,
  body: z.strictObject({ opened_at: cleanText.max(300).nullish() }).default({}),
  success: {
    200: answer('SignInProviderTest', {
      issuer: z.string().nullable(),
      redirect_address: z.string(),
      problem: z.string().nullable(),
      checks: z.array(Check),
    }),
  },
  example: { body: {} },
})
