import { noAccess } from '../exchange/index.ts'
import type { ModelCall } from '../provider.ts'
import { bedrockWire } from './wire.ts'

export interface BedrockAccess {
  readonly region: string
  readonly endpoint: string
  readonly login: { readonly token: string } | AccessKey
}

interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** Arguments for the client, which are not sent with the call. */
export const accessArguments = ['aws_access_key', 'aws_secret_key', 'aws_region', 'aws_session_token']

/**
 * Finds the credentials: keys among the arguments win, as in the official SDK, then the connection's access key, then
 * its API key. The region is validated, because it is part of the host that receives the key.
 */
export function bedrockAccess(call: ModelCall): BedrockAccess {
  const { settings, apiKey, baseUrl } = call.credentials
  const region = argument(call, 'aws_region') ?? settings['region'] ?? 'us-east-1'
  if (!/^[a-z]{2,4}(-[a-z]{2,12}){1,3}-\d{1,2}$/.test(region))
    throw noAccess(call, `${bedrockWire.name} has no region of this name.`)
  const login =
    accessKey(
      argument(call, 'aws_access_key'),
      argument(call, 'aws_secret_key'),
      argument(call, 'aws_session_token'),
    ) ??
    accessKey(settings['accessKeyId'], settings['secretAccessKey'], settings['sessionToken']) ??
    (apiKey ? { token: apiKey } : null)
  if (login === null) throw noAccess(call, `${bedrockWire.name} has no access key here.`)
  return { region, endpoint: baseUrl ?? `https://bedrock-runtime.${region}.${domainOf(region)}`, login }
}

const domainOf = (region: string) => (region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com')

function accessKey(id?: string | null, secret?: string | null, session?: string | null): AccessKey | null {
  return id && secret
    ? { accessKeyId: id, secretAccessKey: secret, sessionToken: session || undefined }
    : null
}

function argument({ kwargs }: ModelCall, name: string): string | null {
  const value = kwargs[name]
  return typeof value === 'string' && value !== '' ? value : null
}
