import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkspaceId } from '../workspace-id.ts'
import {
  callWithRetries,
  type ModelOutcome,
  type RetryDependencies,
  type RetryLimits,
  streamWithRetries,
} from './call-with-retries.ts'
import {
  credentialsFor,
  environmentCredentials,
  environmentProviders,
  notGranted,
  type ProviderConnection,
} from './credentials.ts'
import type { Models } from './models.ts'
import type { Credentials, ModelCall, ModelChunk } from './provider.ts'

/** A call as a template describes it: with the name of a connection. */
export interface ModelRequest extends Pick<ModelCall, 'provider' | 'model' | 'apiType' | 'kwargs'> {
  readonly connection: number | string | null
}

const defaultLimits: RetryLimits = { attempts: 4, deadlineMilliseconds: 600_000 }

const dependencies: RetryDependencies = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted()),
  random: Math.random,
}

/**
 * Calls a model with the workspace's key or the server's. @throws Refusal without a key; @throws ModelFailure
 */
export async function callModel(
  { models }: { readonly models: Models },
  workspace: WorkspaceId,
  request: ModelRequest,
  limits: Partial<RetryLimits> = {},
): Promise<ModelOutcome> {
  const { provider, call } = await prepare(models, workspace, request)
  return callWithRetries(
    (signal) => provider.call({ ...call, signal }),
    { ...defaultLimits, ...limits },
    dependencies,
  )
}

/** Like `callModel`, as a stream that returns the whole reply. If the reader stops, the call is aborted. */
export async function* streamModel(
  { models }: { readonly models: Models },
  workspace: WorkspaceId,
  request: ModelRequest,
  limits: Partial<RetryLimits> = {},
): AsyncGenerator<ModelChunk, ModelOutcome> {
  const { provider, call } = await prepare(models, workspace, request)
  return yield* streamWithRetries(
    (signal) => provider.stream({ ...call, signal }),
    { ...defaultLimits, ...limits },
    dependencies,
  )
}

/** Uses the credentials of the server's environment only if the workspace has no key. */
async function credentialsIn(
  models: Models,
  workspace: WorkspaceId,
  provider: string,
  connection: ProviderConnection | null,
): Promise<Credentials> {
  const isOwn = connection !== null && (connection.apiKey !== null || connection.baseUrl !== null)
  if (!isOwn && !(await models.isGranted(workspace))) throw notGranted(provider)
  return connection
    ? credentialsFor(provider, connection, models.environment)
    : environmentCredentials(provider, models.environment)
}

/** A call without a named connection uses the address of a stored one only if the server has no key for the provider. */
async function connectionFor(models: Models, workspace: WorkspaceId, request: ModelRequest) {
  const { provider } = request
  const connection = await models.findConnection(workspace, provider, request.connection)
  const isOwnAddress = request.connection === null && connection !== null && connection.baseUrl !== null
  if (!isOwnAddress || !environmentProviders(models.environment).includes(provider)) return connection
  return (await models.isGranted(workspace)) ? null : connection
}

async function prepare(models: Models, workspace: WorkspaceId, request: ModelRequest) {
  const { connection: _name, ...call } = request
  const connection = await connectionFor(models, workspace, request)
  const credentials = await credentialsIn(models, workspace, call.provider, connection)
  return { provider: await models.providers(call), call: { ...call, credentials } }
}
